import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sharesText } from '#features/investing/client/index.ts';
import { formatUsdExact, toDecimal } from '#kernel/money.ts';
import { readPrice } from '#kernel/typed-numbers.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { PriceField } from '#ui/price-field.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast.ts';
import type { BookView, OwnOrder } from '../resale.contract.ts';
import { bandText, priceRangeOf } from '../resale.rules.ts';
import { ConfirmSaleDialog } from './confirm-sale-dialog.tsx';
import {
  listingConsequence,
  type OrderPreview,
  orderObstacle,
  previewOrder,
  priceWarning,
} from './order-preview.ts';
import { PriceMeaning } from './price-figures.tsx';
import { ResaleFailure } from './resale-failure.tsx';
import { bookOptions } from './resale-queries.ts';
import { repricedToast } from './sell-texts.ts';
import { type SaleOrder, usePlannedSale } from './use-planned-sale.ts';

/** The price that is typed for a listing, what it would trade, and the change as it is sent. */
function useReprice({ id, propertyId, sharesLeft, pricePerShareCents }: OwnOrder, onDone: () => void) {
  const [text, setText] = useState(toDecimal(pricePerShareCents));
  const { data: book, isPending } = useQuery(bookOptions(propertyId));
  const { run, ...command } = useCommand(trpc.resale.repriceListing.mutationOptions(), {
    keyed: true,
    onDone(receipt) {
      onDone();
      showToast(repricedToast(receipt));
    },
  });
  const sale = usePlannedSale<SaleOrder>({
    ...command,
    kind: 'newPrice',
    current: (order) => ({ ...order, shares: sharesLeft }),
    send: (order, expectedSale) =>
      run({ listingId: id, pricePerShareCents: order.pricePerShareCents, expectedSale }),
  });
  const { value: price, problem } = readPrice(text, book && priceRangeOf(book.property.priceBand));
  const preview =
    book && price !== null
      ? previewOrder(book, { side: 'ask', shares: sharesLeft, pricePerShareCents: price })
      : null;
  const order =
    price === null || price === pricePerShareCents || preview === null || orderObstacle(preview, 'newPrice')
      ? null
      : { propertyId, shares: sharesLeft, pricePerShareCents: price };
  return {
    text,
    type(typed: string) {
      setText(typed);
      sale.reset();
    },
    book,
    isPending,
    price,
    problem,
    preview,
    /** What is sent, once the typed price is another one that can be asked. */
    order,
    sale,
  };
}

/** Another price for an open listing; what would sell immediately is confirmed first. */
export function RepriceDialog({ listing, onClose }: { listing: OwnOrder; onClose: () => void }) {
  const { propertyName, sharesLeft, pricePerShareCents } = listing;
  const [asked, setAsked] = useState(false);
  const { text, type, book, isPending, price, problem, preview, order, sale } = useReprice(listing, onClose);
  const submit = () => {
    setAsked(true);
    if (order) void sale.submit(order);
  };
  const { planned, withoutBids } = sale;
  const shownPrice = planned?.order.pricePerShareCents ?? price;
  const warning = book && shownPrice !== null ? priceWarning(book, shownPrice) : null;
  if (planned) {
    return (
      <ConfirmSaleDialog
        propertyName={propertyName}
        preview={planned.preview}
        priceCents={planned.order.pricePerShareCents}
        warning={warning}
        isOutdated={sale.isOutdated}
        bookError={sale.bookError}
        error={sale.error}
        busy={sale.busy}
        onConfirm={sale.confirm}
        onClose={sale.reset}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Change the price"
      size="medium"
      description={`${sharesText(sharesLeft)} of ${propertyName}, now at ${formatUsdExact(pricePerShareCents)} a share. It goes behind listings already at the new price.`}
      locked={sale.busy}
      dirty={text !== toDecimal(pricePerShareCents)}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={sale.busy}>
            Cancel
          </Button>
          <Button onClick={submit} disabled={!order} busy={sale.busy} busyText="Changing">
            Change price
          </Button>
        </>
      }
    >
      <PriceField
        label="Price per share"
        hint={book ? bandText(book.property.priceBand) : '\u00a0'}
        value={text}
        readOnly={sale.busy}
        error={problem ?? (asked && price === null ? 'Enter the new price.' : undefined)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && submit()}
      />
      {price !== null && (book || isPending) && (
        <RepriceOutcome book={book} price={price} preview={preview} />
      )}
      {warning && (
        <Alert tone="warning" className="mt-4">
          {warning}
        </Alert>
      )}
      {withoutBids && (
        <Alert tone="warning" title="The bids are gone" className="mt-4" role="alert">
          Nothing was sold. You can still ask {formatUsdExact(withoutBids.pricePerShareCents)} per share, and
          wait for a buyer.
        </Alert>
      )}
      <ResaleFailure error={sale.error} title="The price was not changed" />
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
