import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sharesText } from '#features/investing/client/index.ts';
import { formatUsdExact, toDecimal } from '#kernel/money.ts';
import { readPrice } from '#kernel/typed-numbers.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { PriceField } from '#ui/price-field.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast.ts';
import type { Side } from '../order-book.rules.ts';
import type { BookView, OwnOrder } from '../resale.contract.ts';
import { bandText, priceRangeOf, quoteTrade } from '../resale.rules.ts';
import {
  expectedSaleOf,
  listingAction,
  listingConsequence,
  type OrderPreview,
  orderObstacle,
  previewOrder,
  priceWarning,
} from './order-preview.ts';
import { PriceMeaning } from './price-figures.tsx';
import { ResaleFailure } from './resale-failure.tsx';
import { bookOptions } from './resale-queries.ts';

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
  const closed = (title: string, description: string) => ({
    keyed: true as const,
    onDone() {
      onClose();
      showToast({ title, description });
    },
  });
  const freed = formatUsdExact(quoteTrade(sharesLeft, pricePerShareCents).totalCents);
  const listing = useCommand(
    trpc.resale.cancelListing.mutationOptions(),
    closed('Listing Canceled', `${sharesText(sharesLeft)} of ${propertyName} can be listed again.`),
  );
  const bid = useCommand(
    trpc.resale.cancelBid.mutationOptions(),
    closed('Bid Canceled', `${freed} is available again.`),
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
          ? `${sharesText(sharesLeft)} of ${propertyName} will no longer be for sale. You keep them.`
          : `You stop bidding for ${sharesText(sharesLeft)} of ${propertyName}. ${freed} goes back to your available cash.`
      }
      confirmLabel={side === 'ask' ? 'Cancel listing' : 'Cancel bid'}
      cancelLabel="Keep it"
      busy={busy}
      busyText="Canceling"
      error={error === null ? undefined : messageOf(error)}
    />
  );
}

/** The price that is typed for a listing, what it would trade, and the command that sends it. */
function useReprice(
  { id, propertyId, propertyName, sharesLeft, pricePerShareCents }: OwnOrder,
  onDone: () => void,
) {
  const [text, setText] = useState(toDecimal(pricePerShareCents));
  const { data: book, isPending } = useQuery(bookOptions(propertyId));
  const command = useCommand(trpc.resale.repriceListing.mutationOptions(), {
    keyed: true,
    onDone(receipt) {
      onDone();
      const sold =
        receipt.sharesTraded > 0
          ? ` ${sharesText(receipt.sharesTraded)} sold for ${formatUsdExact(receipt.tradedCents)}.`
          : '';
      showToast({
        title: 'Price Changed',
        description: `${propertyName} is listed at ${formatUsdExact(receipt.pricePerShareCents)} per share.${sold}`,
      });
    },
  });
  const { value: price, problem } = readPrice(text, book && priceRangeOf(book.property.priceBand));
  const preview =
    book && price !== null
      ? previewOrder(book, { side: 'ask', shares: sharesLeft, pricePerShareCents: price })
      : null;
  const change =
    price === null || price === pricePerShareCents || preview === null || orderObstacle(preview, 'newPrice')
      ? null
      : { listingId: id, pricePerShareCents: price, expectedSale: expectedSaleOf(preview) };
  return {
    text,
    type(typed: string) {
      setText(typed);
      command.forget();
    },
    book,
    isPending,
    price,
    problem,
    preview,
    /** What is sent, once the typed price is another one that can be asked. */
    change,
    command,
  };
}

/** Another price for an open listing, with the trades that it would make. */
export function RepriceDialog({ listing, onClose }: { listing: OwnOrder; onClose: () => void }) {
  const { propertyName, sharesLeft, pricePerShareCents } = listing;
  const [asked, setAsked] = useState(false);
  const { text, type, book, isPending, price, problem, preview, change, command } = useReprice(
    listing,
    onClose,
  );
  const confirm = () => {
    setAsked(true);
    if (change) void command.run(change);
  };
  const warning = book && price !== null ? priceWarning(book, price) : null;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Change the price"
      size="medium"
      description={`${sharesText(sharesLeft)} of ${propertyName}, now at ${formatUsdExact(pricePerShareCents)} each. It goes behind listings already at the new price.`}
      locked={command.busy}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={command.busy}>
            Cancel
          </Button>
          <Button
            onClick={confirm}
            disabled={!change}
            busy={command.busy}
            busyText="Changing"
            className="h-auto min-h-11 shrink py-2 whitespace-normal!"
          >
            {repriceAction(price, preview)}
          </Button>
        </>
      }
    >
      <PriceField
        label="Price per share"
        hint={book ? bandText(book.property.priceBand) : '\u00a0'}
        value={text}
        readOnly={command.busy}
        error={problem ?? (asked && price === null ? 'Enter the new price.' : undefined)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && confirm()}
      />
      {price !== null && (book || isPending) && (
        <RepriceOutcome book={book} price={price} preview={preview} />
      )}
      {warning && (
        <Alert tone="warning" className="mt-4">
          {warning}
        </Alert>
      )}
      <ResaleFailure error={command.error} title="The price was not changed" />
    </Dialog>
  );
}

interface RepriceOutcomeProps {
  book: BookView | undefined;
  price: number;
  preview: OrderPreview | null;
}

/** The trades that another price would make, and what the price means. */
function RepriceOutcome({ book, price, preview }: RepriceOutcomeProps) {
  return (
    <div
      aria-live="polite"
      className="mt-4 min-h-24 rounded-box border border-line bg-paper px-4 py-3 text-[0.9375rem]"
    >
      {book ? (
        <>
          <p>{preview && (orderObstacle(preview, 'newPrice') ?? listingConsequence(preview, price))}</p>
          <p className="mt-1 text-sm text-muted">
            <PriceMeaning property={book.property} priceCents={price} />
          </p>
        </>
      ) : (
        <SkeletonText lines={2} className="py-1" />
      )}
    </div>
  );
}

function repriceAction(price: number | null, preview: OrderPreview | null): string {
  if (price === null) return 'Change price';
  if (!preview || preview.sharesNow === 0) return `Ask ${formatUsdExact(price)} per share`;
  return listingAction(preview, price);
}
