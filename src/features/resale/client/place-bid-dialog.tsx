import { useId } from 'react';
import { CheaperNewShares, useFewestSharesOnLeave } from '#features/investing/client/index.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { BookView } from '../resale.contract.ts';
import { BidForm } from './bid-form.tsx';
import { BidOutcome } from './bid-outcome.tsx';
import { bidAction } from './order-preview.ts';
import { useBid } from './use-bid.ts';

/** A bid at the buyer's own price, a limit order, with its outcome above the button. */
export function PlaceBidDialog({ book, onClose }: { book: BookView; onClose: () => void }) {
  const formId = useId();
  const { id, name, priceBand } = book.property;
  const bid = useBid(book, onClose);
  const { draft, shares, preview, bookObstacle, obstacle, isBusy, close } = bid;
  const oneShare = useFewestSharesOnLeave(() => bid.edit({ shares: '1' }));
  const isPlaceable = preview !== null && bookObstacle === null && obstacle === null;
  const isTrading = book.haltReason === null && !book.closed;
  return (
    <Dialog
      open
      onClose={close}
      size="medium"
      title={`Bid for shares of ${name}`}
      description="Set how many shares you want and your highest price. You may pay less, never more."
      dirty={false}
      locked={isBusy}
      footer={
        <>
          <Button variant="secondary" onClick={close} disabled={isBusy}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            onClick={(event) => oneShare.isSpent(event) && event.preventDefault()}
            busy={isBusy}
            busyText="Placing the bid"
            disabled={!isPlaceable || !isTrading}
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
