import { sharesText } from '#features/investing/client/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { plural } from '#kernel/plural.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { showToast } from '#ui/toast.ts';
import type { Side } from '../order-book.rules.ts';
import type { ClosedOrder, OwnOrder } from '../resale.contract.ts';
import { quoteTrade } from '../resale.rules.ts';

export function CancelOrderDialog({
  side,
  order,
  onClose,
}: {
  side: Side;
  order: OwnOrder;
  onClose: () => void;
}) {
  const { id, propertyName, sharesLeft, pricePerShareCents } = order;
  const freedBy = (shares: number) => formatUsdExact(quoteTrade(shares, pricePerShareCents).totalCents);
  const closed = (title: string, textOf: (shares: number) => string) => ({
    keyed: true as const,
    // By the answer: a part may have been traded since the dialog was shown.
    onDone(answer: ClosedOrder) {
      onClose();
      showToast({ title, description: textOf(answer.sharesLeft) });
    },
  });
  const listing = useCommand(
    trpc.resale.cancelListing.mutationOptions(),
    closed('Listing canceled', (shares) => `${sharesText(shares)} of ${propertyName} can be listed again.`),
  );
  const bid = useCommand(
    trpc.resale.cancelBid.mutationOptions(),
    closed('Bid canceled', (shares) => `${freedBy(shares)} is available again.`),
  );
  const { error, busy } = side === 'ask' ? listing : bid;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void (side === 'ask' ? listing.run({ listingId: id }) : bid.run({ bidId: id }))}
      title={side === 'ask' ? 'Cancel this listing?' : 'Cancel this bid?'}
      description={
        side === 'ask'
          ? `${sharesText(sharesLeft)} of ${propertyName} will no longer be for sale. You keep ${plural(sharesLeft, 'it', 'them')}.`
          : `You stop bidding for ${sharesText(sharesLeft)} of ${propertyName}. ${freedBy(sharesLeft)} goes back to your available cash.`
      }
      confirmLabel={side === 'ask' ? 'Cancel listing' : 'Cancel bid'}
      cancelLabel="Keep it"
      busy={busy}
      busyText="Canceling"
      error={error === null ? undefined : messageOf(error)}
    />
  );
}
