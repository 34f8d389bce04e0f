import { counted } from '#kernel/plural.ts';
import { Money } from '#ui/money.tsx';
import type { Side } from '../order-book.rules.ts';
import type { BookLevel, BookView } from '../resale.contract.ts';

const MAX_SHOWN_LEVELS = 8;

const titles = {
  ask: { title: 'For sale', none: 'No shares for sale.' },
  bid: { title: 'Wanted', none: 'No bids yet.' },
} as const;

/** Listings and bids, price by price; the bars are drawn to one scale over both sides. */
export function BookSides({ book }: { book: BookView }) {
  const [asks, bids] = [book.asks.slice(0, MAX_SHOWN_LEVELS), book.bids.slice(0, MAX_SHOWN_LEVELS)];
  const maxShares = Math.max(1, ...[...asks, ...bids].map(({ sharesLeft }) => sharesLeft));
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <BookSide side="ask" levels={asks} maxShares={maxShares} more={book.asks.length - asks.length} />
      <BookSide side="bid" levels={bids} maxShares={maxShares} more={book.bids.length - bids.length} />
    </div>
  );
}

interface BookSideProps {
  side: Side;
  levels: readonly BookLevel[];
  maxShares: number;
  more: number;
}

function BookSide({ side, levels, maxShares, more }: BookSideProps) {
  const { title, none } = titles[side];
  return (
    <div className="min-w-0">
      <table className="w-full border-collapse text-[0.9375rem]">
        <caption className="pb-2 text-start font-serif text-lg font-medium">{title}</caption>
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            <th scope="col" className="py-1.5 ps-2 pe-3 text-start font-semibold">
              Price
            </th>
            <th scope="col" className="py-1.5 pe-2 text-end font-semibold">
              Shares
            </th>
          </tr>
        </thead>
        <tbody>
          {levels.length === 0 && (
            <tr>
              <td colSpan={2} className="px-2 py-3 text-muted">
                {none}
              </td>
            </tr>
          )}
          {levels.map((level) => (
            <Level key={level.pricePerShareCents} side={side} level={level} maxShares={maxShares} />
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="mt-2 text-sm text-muted">And {counted(more, 'more price')} behind these.</p>}
    </div>
  );
}

function Level({ side, level, maxShares }: { side: Side; level: BookLevel; maxShares: number }) {
  const { pricePerShareCents, sharesLeft, ownShares } = level;
  const share = Math.max(3, (100 * sharesLeft) / maxShares);
  const tone = side === 'ask' ? 'var(--brass-soft)' : 'var(--positive-soft)';
  const bar = `linear-gradient(to left, ${tone} ${share}%, transparent ${share}%)`;
  return (
    <tr className="border-b border-line last:border-b-0" style={{ backgroundImage: bar }}>
      <th scope="row" className="amount py-2 ps-2 pe-3 text-start font-semibold">
        <Money exact cents={pricePerShareCents} />
      </th>
      <td className="amount py-2 pe-2 text-end">
        {sharesLeft.toLocaleString('en-US')}
        {ownShares > 0 && (
          <span className="block text-sm text-muted">{ownShares.toLocaleString('en-US')} yours</span>
        )}
      </td>
    </tr>
  );
}
