import { useId, useState } from 'react';
import {
  CheaperNewShares,
  useFewestSharesOnLeave,
  useIsOrderLoading,
} from '#features/investing/client/index.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { BookView, OrderReceipt } from '../resale.contract.ts';
import { BidForm } from './bid-form.tsx';
import { BidOutcome } from './bid-outcome.tsx';
import { BidReceipt } from './bid-receipt.tsx';
import { bidAction } from './order-preview.ts';
import { useBid } from './use-bid.ts';

/** A bid at the buyer's own price, a limit order, with its outcome above the button. */
export function PlaceBidDialog({ book, onClose }: { book: BookView; onClose: () => void }) {
  const formId = useId();
  const { id, name, priceBand } = book.property;
  const [receipt, setReceipt] = useState<OrderReceipt | null>(null);
  const bid = useBid(book, { onBought: setReceipt, onClose });
  const { draft, shares, preview, bookObstacle, obstacle, busy, close } = bid;
  const oneShare = useFewestSharesOnLeave(() => bid.edit({ shares: '1' }));
  const isPlaceable = preview !== null && bookObstacle === null && obstacle === null;
  const isLoading = useIsOrderLoading(id);
  const isTrading = book.haltReason === null && !book.closed;
  if (receipt) return <BidReceipt receipt={receipt} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={close}
      size="medium"
      title={`Bid for shares of ${name}`}
      description="Set how many shares you want and your highest price. You may pay less, never more."
      dirty={false}
      locked={busy}
      footer={
        <>
          <Button variant="secondary" onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            onClick={(event) => oneShare.isSpent(event) && event.preventDefault()}
            busy={busy}
            busyText="Placing the bid"
            disabled={!isPlaceable || !isTrading || isLoading}
          >
            {preview ? bidAction(preview) : 'Place bid'}
          </Button>
        </>
      }
    >
      {shares !== null && (
        <CheaperNewShares
          propertyId={id}
          shares={shares}
          resaleCents={bid.costCents}
          className="mb-4"
          onFollow={close}
        />
      )}
      <BidForm
        id={formId}
        bid={bid}
        priceBand={priceBand}
        onLeaveShares={() => oneShare.leave(draft.shares)}
      />
      <BidOutcome book={book} bid={bid} />
    </Dialog>
  );
}
