import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  buyerObstacle,
  CheaperNewShares,
  type Click,
  LimitLeft,
  ObstacleAlert,
  sharesText,
  useBuyer,
  useShareOrder,
} from '#features/investing/client/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { useDraft } from '#platform/browser/draft.ts';
import { codeOf, messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Money } from '#ui/money.tsx';
import { ShareStepper } from '#ui/share-stepper.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast.ts';
import type { ListingCard } from '../resale.contract.ts';
import { quotePurchase } from '../resale.rules.ts';
import { PriceMeaning } from './price-figures.tsx';
import { ResaleFailure } from './resale-failure.tsx';
import { useConfirmed } from './use-confirmed.ts';

export interface BuySharesDialogProps {
  listingId: string;
  /** What the page already knows of the listing, so that the dialog opens complete. */
  known: ListingCard | undefined;
  onClose: () => void;
}

/** Buys from one listing at its price. The listing is read anew, so that a price that moved shows. */
export function BuySharesDialog({ listingId, known, onClose }: BuySharesDialogProps) {
  const { data, error } = useQuery(trpc.resale.listing.queryOptions({ id: listingId }));
  const listing = data ?? known;
  if (listing && codeOf(error) !== 'LISTING_CLOSED') {
    return <OpenPurchase listing={listing} onClose={onClose} />;
  }
  return (
    <Dialog open onClose={onClose} title="Buy Shares">
      {error ? (
        <Alert tone="warning">{messageOf(error)}</Alert>
      ) : (
        <SkeletonRegion label="Loading the listing" className="grid gap-4">
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-12" />
          <Skeleton className="h-44" />
        </SkeletonRegion>
      )}
    </Dialog>
  );
}

function OpenPurchase({ listing, onClose }: { listing: ListingCard; onClose: () => void }) {
  const { id, property, sharesLeft, pricePerShareCents, haltReason } = listing;
  const draft = useDraft<{ shares: string }>(`resale.buy.${id}`);
  const [shownPrice, setShownPrice] = useState(pricePerShareCents);
  const close = () => {
    draft.clear();
    onClose();
  };
  const purchase = useConfirmed('resale.buyShares', trpc.resale.buyShares.mutationOptions(), (receipt) => {
    close();
    showToast({
      title: 'Purchase Successful!',
      description: `You've purchased ${sharesText(receipt.shares)} of ${receipt.propertyName} for ${formatUsdExact(receipt.totalCents)}`,
    });
  });
  const { shares, edit, field, confirmed } = useShareOrder({
    draft,
    available: sharesLeft,
    onEdit: purchase.forget,
  });
  const quote = shares === null ? null : quotePurchase(shares, pricePerShareCents);
  const buyer = useBuyer();
  const obstacle = buyerObstacle(
    { shares: shares ?? 1, pricePerShareCents, ...quotePurchase(shares ?? 1, pricePerShareCents) },
    buyer,
  );

  function confirm(click?: Click) {
    const wanted = confirmed(click);
    if (wanted === null || haltReason !== null || obstacle) return;
    setShownPrice(pricePerShareCents);
    const { totalCents } = quotePurchase(wanted, pricePerShareCents);
    void purchase.run({ listingId: id, shares: wanted, expectedTotalCents: totalCents });
  }

  const moved = codeOf(purchase.error) === 'PRICE_CHANGED' || shownPrice !== pricePerShareCents;
  return (
    <Dialog
      open
      onClose={close}
      title={`Buy shares of ${property.name}`}
      description={`Offered by ${listing.seller}`}
      dirty={false}
      locked={purchase.busy}
      footer={
        <>
          <Button variant="secondary" onClick={close} disabled={purchase.busy}>
            Cancel
          </Button>
          <Button
            onClick={confirm}
            disabled={quote === null || haltReason !== null || obstacle !== null}
            busy={purchase.busy}
            busyText="Buying"
          >
            {quote && shares !== null
              ? `Buy ${sharesText(shares)} for ${formatUsdExact(quote.totalCents)}`
              : 'Buy shares'}
          </Button>
        </>
      }
    >
      {haltReason !== null && <Halted reason={haltReason} />}
      <CheaperNewShares
        propertyId={property.id}
        shares={shares ?? 1}
        resaleCents={quotePurchase(shares ?? 1, pricePerShareCents).totalCents}
        className="mb-4"
      />
      <PriceLine listing={listing} />
      <ShareStepper {...field} locked={purchase.busy} onEnter={confirm} />
      {obstacle && purchase.error === null && (
        <ObstacleAlert obstacle={obstacle} onShares={(many) => edit(String(many))} />
      )}
      <Summary quote={quote} cashCents={buyer.cashCents} />
      {obstacle === null && <LimitLeft limits={buyer.limits} />}
      {moved ? (
        <Alert tone="warning" title="The price has changed" className="mt-4">
          It was {formatUsdExact(shownPrice)} a share and is {formatUsdExact(pricePerShareCents)} now. Check
          the new total and confirm again.
        </Alert>
      ) : (
        <ResaleFailure error={purchase.error} title="Nothing was bought" />
      )}
    </Dialog>
  );
}

function Halted({ reason }: { reason: string }) {
  return (
    <Alert tone="warning" title="Trading is halted" className="mb-4">
      {reason}
    </Alert>
  );
}

function PriceLine({ listing: { property, pricePerShareCents } }: { listing: ListingCard }) {
  return (
    <div className="mb-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="text-muted">Price per share</span>
        <Money exact cents={pricePerShareCents} className="text-lg font-semibold" />
      </p>
      <p className="text-sm text-muted">
        <PriceMeaning property={property} priceCents={pricePerShareCents} />
      </p>
    </div>
  );
}

interface SummaryProps {
  quote: ReturnType<typeof quotePurchase> | null;
  cashCents: number | undefined;
}

function Summary({ quote, cashCents }: SummaryProps) {
  const cashAfter = quote && cashCents !== undefined ? cashCents - quote.totalCents : null;
  const exactly = (cents: number | null | undefined): ReactNode =>
    cents === null || cents === undefined ? <NoFigure /> : <Money exact cents={cents} />;
  return (
    <>
      <DescriptionList
        className="mt-4 rounded-box border border-line bg-paper px-4 py-2"
        items={[
          { term: 'Amount', value: exactly(quote?.amountCents) },
          { term: 'Resale fee', value: quote?.feeCents === 0 ? 'None' : exactly(quote?.feeCents) },
          { term: 'Total', value: exactly(quote?.totalCents), total: true },
        ]}
      />
      <DescriptionList
        className="mt-2 px-4"
        items={[
          {
            term: 'Available cash after purchase',
            value: cashCents === undefined ? <Skeleton className="my-0.5 h-5 w-20" /> : exactly(cashAfter),
          },
        ]}
      />
    </>
  );
}

function NoFigure() {
  return (
    <span>
      <span aria-hidden="true">–</span>
      <span className="sr-only">not known yet</span>
    </span>
  );
}
