import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { sharesText, useFewestSharesOnLeave } from '#features/investing/client/index.ts';
import type { LotChoice } from '#features/lots/lots.contract.ts';
import { formatUsdExact, multiply } from '#kernel/money.ts';
import { readPrice, readShareCount } from '#kernel/typed-numbers.ts';
import { useDraft } from '#platform/browser/draft.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import { showToast } from '#ui/toast.ts';
import type { BookView, SellableHolding } from '../resale.contract.ts';
import { bandText, priceRangeOf } from '../resale.rules.ts';
import { ConfirmSaleDialog } from './confirm-sale-dialog.tsx';
import { LotChooser } from './lot-chooser.tsx';
import { ExpiryField, lastDay, type OrderDraft, OrderFields } from './order-fields.tsx';
import { listingConsequence, type OrderPreview, previewOrder, priceWarning } from './order-preview.ts';
import { PriceMeaning } from './price-figures.tsx';
import { ResaleFailure } from './resale-failure.tsx';
import { bookOptions } from './resale-queries.ts';
import { insufficientShares, invalidListing, listedToast, notEnoughShares } from './sell-texts.ts';
import { useListing } from './use-listing.ts';

/** Placeholder for the line of a hint until the hint is loaded. */
const NO_BREAK_SPACE = '\u00a0';
const empty: OrderDraft = { shares: '', price: '', days: '90' };

/** The typed order, with the error of each field. */
function readOrder(draft: OrderDraft, holding: SellableHolding) {
  const wanted = readShareCount(draft.shares);
  const tooMany =
    wanted.value !== null && wanted.value > holding.sharesFree
      ? notEnoughShares(holding, wanted.value)
      : null;
  const price = readPrice(draft.price, priceRangeOf(holding.property.priceBand));
  return {
    shares: tooMany === null ? wanted.value : null,
    price: price.value,
    tooMany,
    sharesProblem: tooMany ?? wanted.problem,
    priceProblem: price.problem,
    incomplete: draft.shares.trim() === '' || draft.price.trim() === '',
  };
}

/** Lists shares of a holding at a price of the seller's own. */
export function SellForm({ holding }: { holding: SellableHolding }) {
  const { property, sharesFree } = holding;
  const form = useRef<HTMLFormElement>(null);
  const consequenceId = useId();
  const storedDraft = useDraft<OrderDraft>(`resale.sell.${property.id}`);
  const [draft, setDraft] = useState<OrderDraft>({ ...empty, ...storedDraft.initial });
  const [lots, setLots] = useState<readonly LotChoice[] | null>(null);
  const { data: book } = useQuery(bookOptions(property.id));
  const listing = useListing((receipt) => {
    storedDraft.clear();
    setDraft(empty);
    setLots(null);
    showToast(listedToast(receipt));
  });
  const { shares, price, tooMany, sharesProblem, priceProblem, incomplete } = readOrder(draft, holding);
  const preview =
    book && shares !== null && price !== null
      ? previewOrder(book, { side: 'ask', shares, pricePerShareCents: price })
      : null;
  const oneShare = useFewestSharesOnLeave(() => edit({ shares: '1' }));
  const chosenShares = lots?.reduce((sum, lot) => sum + lot.shares, 0) ?? null;

  function edit(change: Partial<OrderDraft>) {
    const next = { ...draft, ...change };
    setDraft(next);
    storedDraft.save(next);
    listing.forget();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (incomplete) return showToast(invalidListing);
    if (tooMany !== null) showToast(insufficientShares(tooMany));
    if (shares === null || price === null) {
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
      return;
    }
    void listing.submit({
      propertyId: property.id,
      shares,
      pricePerShareCents: price,
      expiresInDays: Number(draft.days),
      ...(lots !== null && { lots: [...lots] }),
    });
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={`Sell shares of ${property.name}`}
      onSubmit={submit}
      className="mt-5"
    >
      <OrderFields
        draft={draft}
        onEdit={edit}
        locked={listing.busy}
        maxShares={sharesFree}
        sharesLabel="Shares to sell"
        sharesHint={`1 to ${sharesFree.toLocaleString('en-US')}`}
        sharesError={sharesProblem ?? undefined}
        // An empty field stays empty: the form says that both are needed.
        onLeaveShares={() => draft.shares.trim() !== '' && oneShare.leave(draft.shares)}
        priceLabel="Price per share"
        priceHint={book ? pricesHint(book) : NO_BREAK_SPACE}
        priceError={priceProblem ?? undefined}
      />
      <SaleTerms draft={draft} chosen={lots !== null}>
        <ExpiryField draft={draft} onEdit={edit} locked={listing.busy} />
        <LotChooser
          propertyId={property.id}
          shares={shares}
          chosen={lots}
          locked={listing.busy}
          onChoose={(next) => {
            setLots(next);
            listing.forget();
          }}
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
          disabled={preview?.meetsOwn === true || (chosenShares !== null && chosenShares !== shares)}
          aria-describedby={consequenceId}
        >
          List for Sale
        </Button>
      </div>
      <ListingOutcome id={consequenceId} {...{ property, price, preview }} />
      {listing.planned ? (
        <ConfirmSaleDialog
          propertyName={property.name}
          preview={listing.planned.preview}
          priceCents={listing.planned.order.pricePerShareCents}
          warning={book ? priceWarning(book, listing.planned.order.pricePerShareCents) : null}
          isOutdated={listing.isOutdated}
          bookError={listing.bookError}
          error={listing.error}
          busy={listing.busy}
          onConfirm={listing.confirm}
          onClose={listing.forget}
        />
      ) : listing.withoutBids ? (
        <Alert tone="warning" title="The bids are gone" className="mt-4" role="alert">
          Nothing was sold. You can still list {sharesText(listing.withoutBids.shares)} at{' '}
          {formatUsdExact(listing.withoutBids.pricePerShareCents)} each, and wait for a buyer.
        </Alert>
      ) : (
        <ResaleFailure error={listing.error} title="Nothing was listed" />
      )}
    </form>
  );
}

interface SaleTermsProps {
  draft: OrderDraft;
  /** The seller chooses the purchases whose shares are sold. */
  chosen: boolean;
  children: ReactNode;
}

function SaleTerms({ draft, chosen, children }: SaleTermsProps) {
  return (
    <details className="mt-3 text-[0.9375rem]" open={chosen || undefined}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-muted hover:text-ink">
        Listed until {lastDay(draft.days)}.{' '}
        {chosen ? 'You chose which shares sell.' : 'Oldest shares sell first.'}
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
          {preview.meetsOwn
            ? 'You have a bid at this price or above yourself. Cancel it first, or ask for more.'
            : listingConsequence(preview, price)}
        </p>
      )}
    </div>
  );
}

function pricesHint({ lastPriceCents: last, bids, property }: BookView): string {
  const band = `${bandText(property.priceBand)}.`;
  const bid = bids[0]?.pricePerShareCents;
  if (bid !== undefined) return `${band} Highest bid ${formatUsdExact(bid)}`;
  return last === null ? `${band} Not traded yet` : `${band} Last sold at ${formatUsdExact(last)}`;
}
