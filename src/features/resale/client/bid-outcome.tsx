import { LimitLeft, ObstacleAlert } from '#features/investing/client/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import type { BookView } from '../resale.contract.ts';
import { bidConsequence } from './order-preview.ts';
import { PriceMeaning } from './price-figures.tsx';
import { ResaleFailure } from './resale-failure.tsx';
import type { Bid } from './use-bid.ts';

/** Outcome of a bid before it is placed: any obstacle, its trades, and the cash and limits left afterwards. */
export function BidOutcome({ book, bid }: { book: BookView; bid: Bid }) {
  const { price, preview, costCents, obstacle, limits, cashCents, error, edit } = bid;
  const cashAfter = preview && cashCents !== undefined ? cashCents - costCents : null;
  return (
    <>
      {obstacle && error === null && (
        <ObstacleAlert obstacle={obstacle} onShares={(many) => edit({ shares: String(many) })} />
      )}
      {price !== null && (
        <p className="mt-3 text-sm text-muted">
          At {formatUsdExact(price)}: <PriceMeaning property={book.property} priceCents={price} />
        </p>
      )}
      <Consequence bid={bid} />
      <DescriptionList
        className="mt-2 px-4"
        items={[
          {
            term: 'Available cash after this bid',
            value: cashAfter === null ? '–' : <Money exact cents={cashAfter} />,
          },
        ]}
      />
      {obstacle === null && <LimitLeft limits={limits} />}
      <ResaleFailure error={error} title="The bid was not placed" />
    </>
  );
}

function Consequence({ bid: { preview, bookObstacle, price } }: { bid: Bid }) {
  return (
    <div
      aria-live="polite"
      className="mt-4 rounded-box border border-line bg-paper px-4 py-3 text-[0.9375rem]"
    >
      {preview === null || price === null ? (
        <p className="text-muted">Enter shares and a price to see what happens.</p>
      ) : (
        <p>{bookObstacle ?? bidConsequence(preview, price)}</p>
      )}
    </div>
  );
}
