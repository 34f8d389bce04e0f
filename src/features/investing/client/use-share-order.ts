import { useEffect, useRef, useState } from 'react';
import { isBelowOneShare } from '#kernel/typed-numbers.ts';
import type { Draft } from '#platform/browser/draft.ts';
import { showToast } from '#ui/toast.ts';
import { readOrder, stepShares } from './order.ts';

/** A click, as far as it matters here: `detail` is 0 when the keyboard made it. */
export type Click = { detail: number };

/**
 * Sets a share field to the fewest shares when it is left empty or below one. The press that leaves the field may be on a
 * button that this change enables, so the click of that press must not confirm: nobody has seen the new number yet.
 */
export function useFewestSharesOnLeave(setFewest: () => void) {
  const changedByPress = useRef(false);
  useEffect(() => {
    const begin = () => {
      changedByPress.current = false;
    };
    document.addEventListener('pointerdown', begin, true);
    return () => document.removeEventListener('pointerdown', begin, true);
  }, []);
  return {
    leave(text: string) {
      if (!isBelowOneShare(text)) return;
      changedByPress.current = true;
      setFewest();
    },
    /** Whether this click belongs to the press that changed the field. */
    isSpent: (click: Click) => changedByPress.current && click.detail > 0,
  };
}

/** Says which numbers of shares are valid, as when a wrong one is confirmed. */
export function showShareRange(smallest: number, largest: number) {
  showToast({
    title: 'Invalid Investment',
    description: `Please enter a valid number of shares (${smallest}-${largest}).`,
    variant: 'destructive',
  });
}

interface ShareOrder {
  draft: Draft<{ shares: string }>;
  available: number;
  /** Fewest shares of a purchase. */
  smallest?: number;
  onEdit: () => void;
}

/** The share field of a purchase: typed text stays, an error is shown, and only a number in range is an order. */
export function useShareOrder({ draft, available, smallest = 1, onEdit }: ShareOrder) {
  // Until something is typed it follows the smallest order, which may arrive after the dialog opened.
  const [typed, setTyped] = useState(draft.initial?.shares ?? null);
  const text = typed ?? String(smallest);
  const { value: shares, problem } = readOrder(text, available, smallest);

  function edit(next: string) {
    setTyped(next);
    onEdit();
    draft.save({ shares: next });
  }
  const { leave, isSpent } = useFewestSharesOnLeave(() => edit(String(smallest)));

  /** The shares to buy; without them it says which numbers are valid. */
  function confirmed(click?: Click): number | null {
    if (click && isSpent(click)) return null;
    if (shares === null) showShareRange(smallest, available);
    return shares;
  }

  return {
    shares,
    confirmed,
    edit,
    field: {
      label: 'Number of shares',
      text,
      minShares: smallest,
      maxShares: available,
      hint: `${smallest.toLocaleString('en-US')} to ${available.toLocaleString('en-US')} available`,
      error: problem ?? undefined,
      onEdit: edit,
      onStep: (step: 1 | -1, click?: Click) => {
        if (!click || !isSpent(click)) edit(stepShares(text, step, available, smallest));
      },
      onLeave: () => leave(text),
    },
  };
}
