import { useQuery } from '@tanstack/react-query';
import { Building2, HandCoins, Vote } from 'lucide-react';
import { feeText, MANAGEMENT_FEE_BPS } from '#kernel/fees.ts';
import { plural } from '#kernel/plural.ts';
import { ADVERTISED_COUNT, offeredOptions } from './home-queries.ts';

const facts = [
  { figure: '$100', text: 'minimum share price' },
  { figure: '6-12%', text: 'expected annual returns' },
  { figure: feeText(MANAGEMENT_FEE_BPS), text: 'management fee' },
  { figure: 'Quarterly', text: 'distributions' },
];

const steps = [
  {
    Icon: Building2,
    title: 'Choose a building',
    text: 'Every offering shows its valuation, its yield, what has been sold and what is left. Check it the way you would check a house before buying.',
  },
  {
    Icon: HandCoins,
    title: 'Buy shares from $100',
    text: 'Add money from your bank and buy as many shares as you like. You see the price, the fee and the total before you confirm.',
  },
  {
    Icon: Vote,
    title: 'Own it together',
    text: 'You receive your share of the rent every quarter and vote on what happens to the building, one vote per share.',
  },
];

export function FactsAndSteps() {
  return (
    <>
      <FactsStrip />
      <HowItWorks />
    </>
  );
}

/** Number of open offerings, as shown in the steps. */
function useOffered(): { figure: string; text: string }[] {
  const { data } = useQuery(offeredOptions());
  const open = data?.items.length ?? 0;
  if (open === 0) return [];
  const figure = open < ADVERTISED_COUNT ? String(open) : `${ADVERTISED_COUNT}+`;
  return [{ figure, text: plural(open, 'property', 'properties') }];
}

function FactsStrip() {
  const offered = useOffered();
  return (
    <section aria-label="Commonhold by the numbers" className="border-y border-line bg-surface">
      <dl className="page-width grid grid-cols-2 gap-x-4 gap-y-8 py-10 lg:gap-x-6 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
        {[...facts, ...offered].map(({ figure, text }) => (
          <div
            key={text}
            className="flex flex-col-reverse justify-end text-center max-sm:odd:last:col-span-2"
          >
            <dt className="mt-1 text-sm text-muted">{text}</dt>
            <dd className="amount font-serif text-3xl font-medium tracking-tight lg:text-4xl">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function HowItWorks() {
  return (
    <section id="how-it-works" aria-labelledby="how-it-works-title" className="page-width py-16 sm:py-24">
      <h2 id="how-it-works-title" className="text-3xl sm:text-4xl">
        How it works
      </h2>
      <ol className="mt-10 grid gap-x-10 gap-y-12 md:grid-cols-3">
        {steps.map(({ Icon, title, text }, index) => (
          <li key={title} className="border-t-2 border-brass pt-6">
            <p className="flex items-center justify-between text-brass">
              <span className="font-serif text-2xl" aria-hidden="true">
                {index + 1}
              </span>
              <Icon size={26} strokeWidth={1.5} aria-hidden="true" />
            </p>
            <h3 className="mt-4 text-2xl">{title}</h3>
            <p className="mt-3 text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
