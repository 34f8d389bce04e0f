import {
  CircleDollarSign,
  DoorOpen,
  KeyRound,
  LayoutGrid,
  type LucideIcon,
  Scale,
  Sprout,
} from 'lucide-react';
import { feeText, MANAGEMENT_FEE_BPS } from '#kernel/fees.ts';

const reasons: readonly { Icon: LucideIcon; title: string; text: string }[] = [
  {
    Icon: CircleDollarSign,
    title: 'Shares start at $100, buildings do not',
    text: 'You need no down payment and no mortgage. Invest what you can spare, one share at a time.',
  },
  {
    Icon: LayoutGrid,
    title: 'Several buildings instead of one',
    text: 'The price of one room buys shares in several buildings, in different cities. One empty unit hurts less.',
  },
  {
    Icon: Sprout,
    title: 'Rent comes to you',
    text: 'Rent is collected every month and distributed every quarter, with a statement that accounts for every cent.',
  },
  {
    Icon: KeyRound,
    title: 'No keys, no late-night calls',
    text: `The building is managed for you. The fee is ${feeText(MANAGEMENT_FEE_BPS)} of each distribution. No distribution, no fee.`,
  },
  {
    Icon: Scale,
    title: 'One vote per share',
    text: 'Repairs, rents, a sale: shareholders decide, and the results are public to every investor.',
  },
  {
    Icon: DoorOpen,
    title: 'A way out, with patience',
    text: 'Offer your shares to other investors at your price. It takes a buyer, and that can take time.',
  },
];

export function WhyFractional() {
  return (
    <section aria-labelledby="why" className="border-y border-line bg-surface">
      <div className="page-width grid gap-x-16 gap-y-10 py-16 sm:py-24 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div>
          <h2 id="why" className="text-3xl sm:text-4xl lg:sticky lg:top-28">
            Why own a share instead of the whole building
          </h2>
        </div>
        <ul className="grid gap-x-10 gap-y-9 sm:grid-cols-2">
          {reasons.map(({ Icon, title, text }) => (
            <li key={title} className="flex gap-4">
              <Icon size={26} strokeWidth={1.5} className="mt-1 shrink-0 text-brass" aria-hidden="true" />
              <div>
                <h3 className="text-xl">{title}</h3>
                <p className="mt-1.5 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
