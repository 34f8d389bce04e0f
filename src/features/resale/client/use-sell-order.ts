import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useFewestSharesOnLeave } from '#features/investing/client/index.ts';
import type { LotChoice } from '#features/lots/lots.contract.ts';
import { readPrice, readShareCount } from '#kernel/typed-numbers.ts';
import { useDraft } from '#platform/browser/draft.ts';
import { showToast } from '#ui/toast.ts';
import { useProblemFocus } from '#ui/use-problem-focus.ts';
import type { SellableHolding } from '../resale.contract.ts';
import { priceRangeOf } from '../resale.rules.ts';
import type { OrderDraft } from './order-fields.tsx';
import { orderObstacle, previewOrder } from './order-preview.ts';
import { bookOptions } from './resale-queries.ts';
import { insufficientShares, invalidListing, listedToast, notEnoughShares } from './sell-texts.ts';
import { useListing } from './use-listing.ts';

interface SellDraft extends OrderDraft {
  /** The purchases whose shares are sold; null sells the oldest first. */
  lots: readonly LotChoice[] | null;
}

const empty: SellDraft = { shares: '', price: '', days: '90', lots: null };

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

/** An order to sell shares of a holding, from what is typed to the listing. */
export function useSellOrder(holding: SellableHolding) {
  const { property } = holding;
  const [form, focusProblem] = useProblemFocus();
  const storedDraft = useDraft<SellDraft>(`resale.sell.${property.id}`);
  const [draft, setDraft] = useState<SellDraft>({ ...empty, ...storedDraft.initial });
  const { lots } = draft;
  const { data: book } = useQuery(bookOptions(property.id));
  const listing = useListing((receipt) => {
    storedDraft.clear();
    setDraft(empty);
    showToast(listedToast(receipt));
  });
  const oneShare = useFewestSharesOnLeave(() => edit({ shares: '1' }));
  const typed = readOrder(draft, holding);
  const { shares, price } = typed;
  const preview =
    book && shares !== null && price !== null
      ? previewOrder(book, { side: 'ask', shares, pricePerShareCents: price })
      : null;
  const chosenShares = lots?.reduce((sum, lot) => sum + lot.shares, 0) ?? null;

  function edit(change: Partial<SellDraft>) {
    const next = { ...draft, ...change };
    setDraft(next);
    storedDraft.save(next);
    listing.reset();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (typed.incomplete) return showToast(invalidListing);
    if (typed.tooMany !== null) showToast(insufficientShares(typed.tooMany));
    if (shares === null || price === null) {
      focusProblem();
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

  return {
    form,
    draft,
    edit,
    oneShare,
    typed,
    lots,
    chooseLots: (next: readonly LotChoice[] | null) => edit({ lots: next }),
    book,
    preview,
    /** Something in the book stands in the way, or other shares are chosen than it sells. */
    isBlocked:
      (preview !== null && orderObstacle(preview, 'listing') !== null) ||
      (chosenShares !== null && chosenShares !== shares),
    listing,
    submit,
  };
}
