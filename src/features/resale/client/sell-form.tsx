import { type ReactNode, useId, useState } from 'react';
import { sharesText } from '#features/investing/client/index.ts';
import { formatUsdExact, multiply } from '#kernel/money.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import type { BookView, SellableHolding } from '../resale.contract.ts';
import { bandText } from '../resale.rules.ts';
import { ConfirmSaleDialog } from './confirm-sale-dialog.tsx';
import { LotChooser } from './lot-chooser.tsx';
import { ExpiryField, lastDay, type OrderDraft, OrderFields } from './order-fields.tsx';
import {
  bestOfOthers,
  listingConsequence,
  type OrderPreview,
  orderObstacle,
  priceWarning,
} from './order-preview.ts';
import { PriceMeaning } from './price-figures.tsx';
import { ResaleFailure } from './resale-failure.tsx';
import type { Listing } from './use-listing.ts';
import { useSellOrder } from './use-sell-order.ts';

/** Placeholder for the line of a hint until the hint is loaded. */
const NO_BREAK_SPACE = '\u00a0';

/** Lists shares of a holding at a price of the seller's own. */
export function SellForm({ holding }: { holding: SellableHolding }) {
  const { property, sharesFree } = holding;
  const consequenceId = useId();
  const order = useSellOrder(holding);
  const { draft, edit, oneShare, typed, lots, book, preview, listing } = order;
  const { shares, price } = typed;
  return (
    <form
      ref={order.form}
      noValidate
      aria-label={`Sell shares of ${property.name}`}
      onSubmit={order.submit}
      className="mt-5"
    >
      <OrderFields
        draft={draft}
        onEdit={edit}
        locked={listing.busy}
        maxShares={sharesFree}
        sharesLabel="Shares to sell"
        sharesHint={`1 to ${sharesFree.toLocaleString('en-US')}`}
        sharesError={typed.sharesProblem ?? undefined}
        // An empty field stays empty: the form says that both are needed.
        onLeaveShares={() => draft.shares.trim() !== '' && oneShare.leave(draft.shares)}
        priceLabel="Price per share"
        priceHint={book ? pricesHint(book) : NO_BREAK_SPACE}
        priceError={typed.priceProblem ?? undefined}
      />
      <SaleTerms draft={draft} chosen={lots !== null}>
        <ExpiryField draft={draft} onEdit={edit} locked={listing.busy} />
        <LotChooser
          propertyId={property.id}
          sharesFree={sharesFree}
          shares={shares}
          chosen={lots}
          locked={listing.busy}
          onChoose={order.chooseLots}
        />
      </SaleTerms>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <DescriptionList
          className="flex-1 basis-60"
          items={[{ term: 'Total value', value: <TotalValue {...{ shares, price, preview }} /> }]}
        />
        <Button
          type="submit"
          onClick={(event) => oneShare.isSpent(event) && event.preventDefault()}
          busy={listing.busy}
          busyText="Listing"
          disabled={order.isBlocked}
          aria-describedby={consequenceId}
        >
          List for Sale
        </Button>
      </div>
      <ListingOutcome id={consequenceId} {...{ property, price, preview }} />
      <SaleStep propertyName={property.name} book={book} listing={listing} />
    </form>
  );
}

interface SaleStepProps {
  propertyName: string;
  book: BookView | undefined;
  listing: Listing;
}

/** What follows on the button: a sale to confirm, or why nothing was listed. */
function SaleStep({ propertyName, book, listing }: SaleStepProps) {
  const { planned, withoutBids } = listing;
  if (planned) {
    const { preview, order } = planned;
    return (
      <ConfirmSaleDialog
        propertyName={propertyName}
        preview={preview}
        priceCents={order.pricePerShareCents}
        warning={book ? priceWarning(book, order.pricePerShareCents) : null}
        isOutdated={listing.isOutdated}
        bookError={listing.bookError}
        error={listing.error}
        busy={listing.busy}
        onConfirm={listing.confirm}
        onClose={listing.reset}
      />
    );
  }
  if (withoutBids) {
    return (
      <Alert tone="warning" title="The bids are gone" className="mt-4" role="alert">
        Nothing was sold. You can still list {sharesText(withoutBids.shares)} at{' '}
        {formatUsdExact(withoutBids.pricePerShareCents)} each, and wait for a buyer.
      </Alert>
    );
  }
  return <ResaleFailure error={listing.error} title="Nothing was listed" />;
}

interface SaleTermsProps {
  draft: OrderDraft;
  /** The seller chooses the purchases whose shares are sold. */
  chosen: boolean;
  children: ReactNode;
}

function SaleTerms({ draft, chosen, children }: SaleTermsProps) {
  // What is chosen in it may not close it.
  const [isOpen, setOpen] = useState(chosen);
  return (
    <details
      className="mt-3 text-[0.9375rem]"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-muted hover:text-ink">
        Listed until {lastDay(draft.days)}.{' '}
        {chosen ? 'You choose which shares sell.' : 'Oldest shares sell first.'}
        <span className="ms-2 font-medium text-ink underline underline-offset-4">Change</span>
      </summary>
      <div className="pt-2 pb-1">{children}</div>
    </details>
  );
}

interface TotalValueProps {
  shares: number | null;
  price: number | null;
  preview: OrderPreview | null;
}

/** Proceeds of the order: the part that sells now at the bids' prices, and the rest at the asked one. */
function TotalValue({ shares, price, preview }: TotalValueProps) {
  if (shares === null || price === null) return '–';
  return <Money exact cents={preview ? preview.nowCents + preview.laterCents : multiply(price, shares)} />;
}

interface ListingOutcomeProps {
  id: string;
  property: SellableHolding['property'];
  price: number | null;
  preview: OrderPreview | null;
}

/** Below the button, which must not move while someone presses it: this changes with the market. */
function ListingOutcome({ id, property, price, preview }: ListingOutcomeProps) {
  return (
    <div id={id} aria-live="polite" className="mt-3 text-sm text-muted">
      {price !== null && (
        <p>
          <PriceMeaning property={property} priceCents={price} />
        </p>
      )}
      {preview && price !== null && (
        <p className="mt-1 text-ink">
          {orderObstacle(preview, 'listing') ?? listingConsequence(preview, price)}
        </p>
      )}
    </div>
  );
}

function pricesHint({ lastPriceCents: last, bids, property }: BookView): string {
  const band = `${bandText(property.priceBand)}.`;
  const bid = bestOfOthers(bids)?.pricePerShareCents;
  if (bid !== undefined) return `${band} Highest bid ${formatUsdExact(bid)}`;
  return last === null ? `${band} Not traded yet` : `${band} Last sold at ${formatUsdExact(last)}`;
}
