import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CheaperNewShares } from '#features/investing/client/index.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { useUser } from '#platform/browser/session.ts';
import { Alert } from '#ui/alert.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Money } from '#ui/money.tsx';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { BookView } from '../resale.contract.ts';
import { BookSides } from './book-sides.tsx';
import { DepthChart } from './depth-chart.tsx';
import { HaltControl } from './halt-control.tsx';
import { LastTrades } from './last-trades.tsx';
import { bestOfOthers } from './order-preview.ts';
import { PriceMeaning } from './price-figures.tsx';
import { PriceHistory } from './price-history.tsx';
import { bookOptions } from './resale-queries.ts';

const PlaceBidDialog = dialogOnDemand(async () => (await import('./place-bid-dialog.tsx')).PlaceBidDialog);

/** Trading in a property: the book, the forms to bid and sell, prices, volume and the last trades. */
export function TradingPanel({ propertyId }: { propertyId: number }) {
  const { data: book, error, refetch, isFetching } = useQuery(bookOptions(propertyId));
  if (!book) {
    return error ? (
      <Card>
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    ) : (
      <SkeletonRegion label="Loading the resale market" className="grid gap-5">
        <Skeleton className="h-96 rounded-box" />
        <Skeleton className="h-80 rounded-box" />
      </SkeletonRegion>
    );
  }
  return (
    <div className="grid gap-5 [&>*]:min-w-0">
      <OrderBook book={book} />
      <PriceHistory propertyId={propertyId} />
      <LastTrades propertyId={propertyId} />
    </div>
  );
}

function OrderBook({ book }: { book: BookView }) {
  const [bidding, setBidding] = useState(false);
  const { user } = useUser();
  const { property, haltReason, closed, funded, viewer } = book;
  const stopped = haltReason !== null || closed || !funded;
  return (
    <Card
      title="Resale"
      description="Investors sell to and buy from each other, without a fee."
      actions={
        <>
          <Button disabled={stopped} onClick={() => setBidding(true)}>
            Place a bid
          </Button>
          {viewer.sharesFree + viewer.sharesListed > 0 && (
            <Link
              to="/share-resale"
              search={{ property: property.id }}
              className={buttonClass({ variant: 'secondary' })}
            >
              Sell My Shares
            </Link>
          )}
        </>
      }
    >
      {!funded && !closed && (
        <Alert title="Trading has not begun" className="mb-5">
          Shares can be resold once investors’ money is released from escrow to the owner.
        </Alert>
      )}
      {haltReason !== null && (
        <Alert tone="warning" title="Trading is halted" className="mb-5">
          {haltReason} Listings and bids stay as they are, and can be canceled.
        </Alert>
      )}
      <NewSharesFirst book={book} />
      <Prices book={book} />
      <BookSides book={book} />
      <DepthChart book={book} />
      <OwnPart book={book} />
      {user?.role === 'admin' && <HaltControl book={book} />}
      {bidding && <PlaceBidDialog book={book} onClose={() => setBidding(false)} />}
    </Card>
  );
}

/** Shows new shares before the book where they are cheaper than the lowest ask of others. */
function NewSharesFirst({ book: { asks, property } }: { book: BookView }) {
  const lowest = bestOfOthers(asks);
  if (!lowest) return null;
  return (
    <CheaperNewShares
      propertyId={property.id}
      shares={1}
      resaleCents={lowest.pricePerShareCents}
      className="mb-5"
    />
  );
}

function Prices({ book: { asks, bids, lastPriceCents, property } }: { book: BookView }) {
  const figures = [
    { term: 'Lowest ask', cents: asks[0]?.pricePerShareCents },
    { term: 'Highest bid', cents: bids[0]?.pricePerShareCents },
    { term: 'Last price', cents: lastPriceCents ?? undefined },
  ];
  return (
    <dl className="mb-5 grid gap-3 sm:grid-cols-3">
      {figures.map(({ term, cents }) => (
        <div
          key={term}
          className="flex flex-wrap items-baseline justify-between gap-x-3 rounded-field bg-paper px-4 py-3 sm:block"
        >
          <dt className="text-sm text-muted">{term}</dt>
          <dd className="amount text-xl font-semibold tracking-tight">
            {cents === undefined ? <span className="text-muted">None</span> : <Money exact cents={cents} />}
          </dd>
          <dd className="w-full text-sm text-muted">
            {cents === undefined ? ' ' : <PriceMeaning property={property} priceCents={cents} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function OwnPart({ book: { asks, bids } }: { book: BookView }) {
  const own = [...asks, ...bids].some(({ ownShares }) => ownShares > 0);
  if (!own) return null;
  return (
    <p className="mt-4 text-sm text-muted">
      Your own orders are marked. See{' '}
      <Link to="/resale-marketplace" search={{ view: 'own-listings' }} className="link-plain">
        your listings
      </Link>{' '}
      and{' '}
      <Link to="/resale-marketplace" search={{ view: 'own-bids' }} className="link-plain">
        your bids
      </Link>
      .
    </p>
  );
}
