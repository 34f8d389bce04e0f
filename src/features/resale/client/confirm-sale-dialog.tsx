import { sharesText } from '#features/investing/client/index.ts';
import { type Cents, formatUsdExact, multiply } from '#kernel/money.ts';
import { plural } from '#kernel/plural.ts';
import { codeOf, messageOf } from '#platform/browser/errors.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Money } from '#ui/money.tsx';
import { listingAction, type OrderPreview } from './order-preview.ts';
import { ResaleFailure } from './resale-failure.tsx';

/** What happens to the shares that do not sell now. */
const listedText = (shares: number, priceCents: Cents) =>
  plural(
    shares,
    `The other share is listed at ${formatUsdExact(priceCents)}. You keep its income and votes until it sells.`,
    `The other ${sharesText(shares)} are listed at ${formatUsdExact(priceCents)} each. You keep their income and votes until they sell.`,
  );

interface ConfirmSaleDialogProps {
  propertyName: string;
  /** The sale to confirm. */
  preview: OrderPreview;
  priceCents: Cents;
  warning: string | null;
  /** The bids have changed, and the new figures are not there yet. */
  isOutdated: boolean;
  /** Why the new figures cannot be loaded. */
  bookError: unknown;
  error: unknown;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms an order that sells shares immediately, with each price and the proceeds. */
export function ConfirmSaleDialog(props: ConfirmSaleDialogProps) {
  const { propertyName, preview, priceCents, warning, isOutdated, error, busy, onConfirm, onClose } = props;
  const { fills, sharesNow, nowCents, sharesLater } = preview;
  const isLoading = isOutdated && props.bookError === null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={sharesLater === 0 ? 'Sell these shares now?' : 'Sell some of these shares now?'}
      description={`${sharesText(sharesNow)} of ${propertyName} will sell right away to existing bids. A sale is final.`}
      size="medium"
      dirty={false}
      locked={busy}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            onClick={onConfirm}
            disabled={isOutdated && !isLoading}
            busy={busy || isLoading}
            busyText={isLoading ? 'Loading' : 'Selling'}
            className="h-auto min-h-11 shrink py-2 whitespace-normal!"
          >
            {listingAction(preview, priceCents)}
          </Button>
        </>
      }
    >
      <DescriptionList
        className="rounded-box border border-line bg-paper px-4 py-2"
        items={[
          ...fills.map(({ shares, pricePerShareCents }) => ({
            term: `${sharesText(shares)} at ${formatUsdExact(pricePerShareCents)}`,
            value: <Money exact cents={multiply(pricePerShareCents, shares)} />,
          })),
          { term: 'You receive now', value: <Money exact cents={nowCents} />, total: true },
        ]}
      />
      {sharesLater > 0 && <p className="mt-3 text-[0.9375rem]">{listedText(sharesLater, priceCents)}</p>}
      {warning && (
        <Alert tone="warning" className="mt-4">
          {warning}
        </Alert>
      )}
      {codeOf(error) === 'BIDS_CHANGED' ? (
        <Alert tone="warning" title="The bids have changed" className="mt-4" role="alert">
          Nothing was sold. {newFiguresText(props)}
        </Alert>
      ) : (
        <ResaleFailure error={error} title="Nothing was sold" />
      )}
    </Dialog>
  );
}

function newFiguresText({ isOutdated, bookError }: Pick<ConfirmSaleDialogProps, 'isOutdated' | 'bookError'>) {
  if (!isOutdated) return 'These are the new figures; check them and confirm again.';
  return bookError === null
    ? 'Loading the new figures…'
    : `The new figures could not be loaded. ${messageOf(bookError)}`;
}
