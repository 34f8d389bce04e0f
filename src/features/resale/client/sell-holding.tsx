import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { sharesText } from '#features/investing/client/index.ts';
import type { LotChoice } from '#features/lots/lots.contract.ts';
import { heldSharesText, PropertyPicture, sharePriceText } from '#features/properties/client/index.ts';
import { formatUsdExact, multiply } from '#kernel/money.ts';
import { useDraft } from '#platform/browser/draft.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import type { ToastContent } from '#ui/toast.ts';
import { showToast } from '#ui/toast.ts';
import type { OrderReceipt, SellableHolding } from '../resale.contract.ts';
import { LotChooser } from './lot-chooser.tsx';
import { ExpiryField, lastDay, type OrderDraft, OrderFields } from './order-fields.tsx';
import { listingConsequence, previewOrder, readPrice, readShares } from './order-preview.ts';
import { PriceMeaning } from './price-figures.tsx';
import { ResaleFailure } from './resale-failure.tsx';
import { bookOptions } from './resale-queries.ts';
import { useConfirmed } from './use-confirmed.ts';

/** Keeps the line of a hint that is on its way. */
const NO_BREAK_SPACE = '\u00a0';
const empty: OrderDraft = { shares: '', price: '', days: '90' };

export function SellHolding({ holding }: { holding: SellableHolding }) {
  const { property, sharesFree, sharesListed } = holding;
  const stopped = whyStopped(holding);
  return (
    <li className="rounded-box border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-start gap-x-5 gap-y-3 sm:flex-nowrap">
        <PropertyPicture property={property} className="aspect-[4/3] w-24 shrink-0 rounded-field sm:w-32" />
        <div className="min-w-0 flex-1">
          <h2 className="text-xl wrap-anywhere">
            <Link to="/property/$id" params={{ id: String(property.id) }} className="hover:underline">
              {property.name}
            </Link>
          </h2>
          <p className="text-sm text-muted wrap-anywhere">{property.location}</p>
          <p className="mt-1.5 text-[0.9375rem] tabular-nums">
            You own <strong className="font-semibold">{sharesText(sharesFree + sharesListed)}</strong>
            {sharesListed > 0 && `, ${sharesListed.toLocaleString('en-US')} of them listed`}. Offering price{' '}
            {sharePriceText(property.offeringPriceCents)}.
          </p>
        </div>
      </div>
      {stopped ? (
        <Alert tone="warning" className="mt-4" title={stoppedTitle(holding)}>
          {stopped}
        </Alert>
      ) : sharesFree > 0 ? (
        <SellForm holding={holding} />
      ) : (
        <p className="mt-4 text-muted">All your shares of this property are listed.</p>
      )}
    </li>
  );
}

function stoppedTitle({ status, offering }: SellableHolding): string {
  if (offering === 'failed') return 'Not funded';
  if (status !== 'approved') return 'Off the market';
  return offering === 'funded' ? 'Trading is halted' : 'The offering is still open';
}

function whyStopped({ status, statusReason, offering, haltReason }: SellableHolding): string | null {
  if (offering === 'failed') return heldSharesText.failed;
  if (haltReason !== null) return haltReason;
  if (status === 'approved' && offering === 'open') {
    return 'What you paid lies in escrow. You can sell your shares once the offering is funded.';
  }
  if (status === 'approved') return null;
  const reason = statusReason ? ` Reason: ${statusReason}` : '';
  return `Shares of this property are not traded now. ${heldSharesText[offering]}${reason}`;
}

function SellForm({ holding }: { holding: SellableHolding }) {
  const { property, sharesFree } = holding;
  const consequenceId = useId();
  const kept = useDraft<OrderDraft>(`resale.sell.${property.id}`);
  const [draft, setDraft] = useState<OrderDraft>({ ...empty, ...kept.initial });
  const [lots, setLots] = useState<readonly LotChoice[] | null>(null);
  const { data: book } = useQuery(bookOptions(property.id));
  const listing = useConfirmed('resale.openListing', trpc.resale.openListing.mutationOptions(), (receipt) => {
    kept.clear();
    setDraft(empty);
    setLots(null);
    showToast(listedToast(receipt));
  });
  const shares = readShares(draft.shares);
  const price = readPrice(draft.price);
  const preview =
    book && shares !== null && price !== null
      ? previewOrder(book, { side: 'ask', shares, pricePerShareCents: price })
      : null;

  function edit(change: Partial<OrderDraft>) {
    const next = { ...draft, ...change };
    setDraft(next);
    kept.save(next);
    listing.forget();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (shares === null || price === null) return showToast(invalidListing);
    if (shares > sharesFree) return showToast(insufficientShares(holding, shares));
    const expiresInDays = Number(draft.days);
    const chosen = lots === null ? {} : { lots: [...lots] };
    void listing.run({
      propertyId: property.id,
      shares,
      pricePerShareCents: price,
      expiresInDays,
      ...chosen,
    });
  }

  const held = shares !== null && shares <= sharesFree;
  const meetsOwn = held && preview?.meetsOwn === true;
  const chosenShares = lots?.reduce((sum, lot) => sum + lot.shares, 0) ?? null;
  const lotsFit = chosenShares === null || chosenShares === shares;
  return (
    <form noValidate aria-label={`Sell shares of ${property.name}`} onSubmit={submit} className="mt-5">
      <OrderFields
        draft={draft}
        onEdit={edit}
        locked={listing.busy}
        most={sharesFree}
        sharesLabel="Shares to sell"
        sharesHint={`1 to ${sharesFree.toLocaleString('en-US')}`}
        priceLabel="Price per share"
        priceHint={book ? pricesHint(book.lastPriceCents, book.bids[0]?.pricePerShareCents) : NO_BREAK_SPACE}
      />
      <details className="mt-3 text-[0.9375rem]" open={lots !== null || undefined}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-muted hover:text-ink">
          Until {lastDay(draft.days)}, {lots === null ? 'oldest shares first' : 'of chosen purchases'}
          <span className="ms-2 font-medium text-ink underline underline-offset-4">Change</span>
        </summary>
        <div className="pt-2 pb-1">
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
        </div>
      </details>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <DescriptionList
          className="flex-1 basis-60"
          items={[
            {
              term: 'Total value',
              value:
                shares === null || price === null ? '–' : <Money exact cents={multiply(price, shares)} />,
            },
          ]}
        />
        <Button
          type="submit"
          busy={listing.busy}
          busyText="Listing"
          disabled={meetsOwn || !lotsFit}
          aria-describedby={consequenceId}
        >
          List for Sale
        </Button>
      </div>
      {/* Below the button, which must not move while somebody presses it: this changes with the market. */}
      <div id={consequenceId} aria-live="polite" className="mt-3 text-sm text-muted">
        {price !== null && (
          <p>
            <PriceMeaning property={property} priceCents={price} />
          </p>
        )}
        {preview && price !== null && held && (
          <p className="mt-1 text-ink">
            {meetsOwn
              ? 'You have a bid at this price or above yourself. Cancel it first, or ask for more.'
              : listingConsequence(preview, price)}
          </p>
        )}
      </div>
      <ResaleFailure error={listing.error} title="Nothing was listed" />
    </form>
  );
}

function pricesHint(last: number | null, bid: number | undefined): string {
  if (bid !== undefined) return `Highest bid ${formatUsdExact(bid)}`;
  return last === null ? 'Not traded yet' : `Last sold at ${formatUsdExact(last)}`;
}

const invalidListing: ToastContent = {
  title: 'Invalid Listing',
  description: 'Please enter both share quantity and price per share.',
  variant: 'destructive',
};

/** The documented text, or what stands in the way when some of the shares are listed already. */
function insufficientShares(
  { property, sharesFree, sharesListed }: SellableHolding,
  wanted: number,
): ToastContent {
  const owned = sharesFree + sharesListed;
  return {
    title: 'Insufficient Shares',
    description:
      wanted > owned
        ? `You only own ${owned} shares of ${property.name}.`
        : `Only ${sharesFree} of your ${owned} shares of ${property.name} are not listed already.`,
    variant: 'destructive',
  };
}

function listedToast({
  propertyName,
  shares,
  sharesTraded,
  tradedCents,
  sharesLeft,
  pricePerShareCents,
}: OrderReceipt): ToastContent {
  const price = formatUsdExact(pricePerShareCents);
  const sold = `${sharesText(sharesTraded)} of ${propertyName} sold at once for ${formatUsdExact(tradedCents)}.`;
  if (sharesLeft === 0) return { title: 'Shares Sold!', description: sold };
  if (sharesTraded > 0) {
    return {
      title: 'Shares Listed!',
      description: `${sold} ${sharesText(sharesLeft)} listed at ${price} per share.`,
    };
  }
  return {
    title: 'Shares Listed!',
    description: `${shares} shares of ${propertyName} listed at ${price} per share.`,
  };
}
