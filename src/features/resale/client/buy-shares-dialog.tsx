import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  buyerObstacle,
  CheaperNewShares,
  type Click,
  LimitLeft,
  ObstacleAlert,
  PurchaseButtons,
  PurchaseReceipt,
  PurchaseSkeleton,
  PurchaseSummary,
  priceParts,
  SharePrice,
  sharesText,
  useBuyer,
  useIsOrderLoading,
  useShareOrder,
} from '#features/investing/client/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { useDraft } from '#platform/browser/draft.ts';
import { codeOf, messageOf } from '#platform/browser/errors.ts';
import { formatMoment } from '#platform/browser/moment.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ExactAmount } from '#ui/no-figure.tsx';
import { ShareStepper } from '#ui/share-stepper.tsx';
import { showToast } from '#ui/toast.ts';
import type { ListingCard, TradeReceipt } from '../resale.contract.ts';
import { quoteTrade } from '../resale.rules.ts';
import { PriceMeaning } from './price-figures.tsx';
import { ResaleFailure } from './resale-failure.tsx';

interface BuySharesDialogProps {
  listingId: string;
  /** The listing as the page has it, so that the dialog opens complete. */
  known: ListingCard | undefined;
  onClose: () => void;
}

/** Buys from one listing at its price. The listing is read again, so that a changed price shows. */
export function BuySharesDialog({ listingId, known, onClose }: BuySharesDialogProps) {
  const { data, error } = useQuery(trpc.resale.listing.queryOptions({ id: listingId }));
  const [receipt, setReceipt] = useState<TradeReceipt | null>(null);
  const listing = data ?? known;
  if (receipt) {
    return (
      <PurchaseReceipt
        receipt={receipt}
        description={formatMoment(receipt.createdAt)}
        parts={priceParts(receipt, 'Resale fee')}
        money="The seller has been paid, and the shares are yours. A resale purchase is final."
        onClose={onClose}
      />
    );
  }
  if (listing && codeOf(error) !== 'LISTING_CLOSED') {
    return <OpenPurchase listing={listing} onBought={setReceipt} onClose={onClose} />;
  }
  return (
    <Dialog open onClose={onClose} title="Buy Shares">
      {error ? (
        <Alert tone="warning">{messageOf(error)}</Alert>
      ) : (
        <PurchaseSkeleton label="Loading the listing" />
      )}
    </Dialog>
  );
}

interface OpenPurchaseProps extends Pick<BuySharesDialogProps, 'onClose'> {
  listing: ListingCard;
  onBought: (receipt: TradeReceipt) => void;
}

/** The order that is typed, what stands in its way, and the command that sends it. */
function usePurchase(listing: ListingCard, onBought: OpenPurchaseProps['onBought']) {
  const { id, sharesLeft, pricePerShareCents, haltReason } = listing;
  const draft = useDraft<{ shares: string }>(`resale.buy.${id}`);
  const [shownPrice, setShownPrice] = useState(pricePerShareCents);
  const command = useCommand(trpc.resale.buyShares.mutationOptions(), {
    keyed: true,
    onDone(receipt) {
      draft.clear();
      onBought(receipt);
      showToast({
        title: 'Purchase Successful!',
        description: `You've purchased ${sharesText(receipt.shares)} of ${receipt.propertyName} for ${formatUsdExact(receipt.totalCents)}`,
      });
    },
  });
  const order = useShareOrder({ draft, available: sharesLeft, onEdit: command.reset });
  const { shares } = order;
  const buyer = useBuyer();
  /** What the order costs; without a valid number, one share. */
  const leastQuote = quoteTrade(shares ?? 1, pricePerShareCents);
  const quote = shares === null ? null : leastQuote;
  const obstacle = buyerObstacle({ shares: shares ?? 1, pricePerShareCents, ...leastQuote }, buyer);

  function confirm(click?: Click) {
    const wanted = order.confirmed(click);
    if (wanted === null || haltReason !== null || obstacle) return;
    setShownPrice(pricePerShareCents);
    const { totalCents } = quoteTrade(wanted, pricePerShareCents);
    void command.run({ listingId: id, shares: wanted, expectedTotalCents: totalCents });
  }

  return {
    ...order,
    quote,
    leastQuote,
    buyer,
    obstacle,
    confirm,
    clearDraft: draft.clear,
    /** The price that the buyer agreed to, if it is another one now. */
    earlierPrice:
      codeOf(command.error) === 'PRICE_CHANGED' || shownPrice !== pricePerShareCents ? shownPrice : null,
    busy: command.busy,
    error: command.error,
  };
}

function OpenPurchase({ listing, onBought, onClose }: OpenPurchaseProps) {
  const { property, pricePerShareCents, haltReason } = listing;
  const purchase = usePurchase(listing, onBought);
  const { shares, quote, leastQuote, buyer, obstacle, earlierPrice } = purchase;
  const isLoading = useIsOrderLoading(property.id);
  const close = () => {
    purchase.clearDraft();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={`Buy shares of ${property.name}`}
      description={`Offered by ${listing.seller}`}
      dirty={false}
      locked={purchase.busy}
      footer={
        <PurchaseButtons
          shares={shares}
          totalCents={quote?.totalCents}
          disabled={quote === null || haltReason !== null || obstacle !== null || isLoading}
          busy={purchase.busy}
          onCancel={close}
          onBuy={purchase.confirm}
        />
      }
    >
      {haltReason !== null && <Halted reason={haltReason} />}
      <CheaperNewShares
        propertyId={property.id}
        shares={shares ?? 1}
        resaleCents={leastQuote.totalCents}
        className="mb-4"
      />
      <SharePrice label="Price per share" cents={pricePerShareCents}>
        <PriceMeaning property={property} priceCents={pricePerShareCents} />
      </SharePrice>
      <ShareStepper {...purchase.field} locked={purchase.busy} onEnter={purchase.confirm} />
      {obstacle && purchase.error === null && (
        <ObstacleAlert obstacle={obstacle} onShares={(many) => purchase.edit(String(many))} />
      )}
      <PurchaseSummary
        parts={[
          { term: 'Amount', value: <ExactAmount cents={quote?.amountCents} /> },
          {
            term: 'Resale fee',
            value: quote?.feeCents === 0 ? 'None' : <ExactAmount cents={quote?.feeCents} />,
          },
        ]}
        totalCents={quote?.totalCents}
        cashCents={buyer.cashCents}
      />
      {obstacle === null && <LimitLeft limits={buyer.limits} />}
      {earlierPrice !== null ? (
        <Alert tone="warning" title="The price has changed" className="mt-4">
          It was {formatUsdExact(earlierPrice)} a share and is {formatUsdExact(pricePerShareCents)} now. Check
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
