import { assert, present } from '#kernel/assert.ts';
import { type Cents, partOfTotal } from '#kernel/money.ts';
import type { LotChoice } from './lots.contract.ts';

/** A purchase of which something is still held. */
export interface Lot {
  id: string;
  acquiredAt: Date;
  shares: number;
  sharesSold: number;
  pricePerShareCents: Cents;
  /** The cost of the whole lot, fees included. */
  costCents: Cents;
}

/** The lots of one holding, oldest first, and the shares chosen of them by its open listings, in the chosen order. */
export interface LotBook {
  lots: Lot[];
  reserved: Map<string, LotChoice[]>;
}

/** The part of one lot that a sale takes. */
export interface LotPart {
  lotId: string;
  shares: number;
  costCents: Cents;
  acquiredAt: Date;
}

/** Cost of the shares from `from` to `to` of a lot. */
export function costOfShares(lot: Pick<Lot, 'shares' | 'costCents'>, from: number, to: number): Cents {
  assert(from >= 0 && from <= to && to <= lot.shares, 'a lot has no such shares');
  return partOfTotal(lot.costCents, from, to, lot.shares);
}

/** @returns the shares of a lot that are left and that no open listing has chosen */
export function freeSharesIn({ reserved }: LotBook): (lot: Lot) => number {
  const chosen = new Map<string, number>();
  for (const { lotId, shares } of [...reserved.values()].flat())
    chosen.set(lotId, (chosen.get(lotId) ?? 0) + shares);
  return ({ id, shares, sharesSold }) => shares - sharesSold - (chosen.get(id) ?? 0);
}

/** Whether the chosen lots have the chosen numbers of free shares; each lot may be named once. */
export function mayChoose(book: LotBook, choices: readonly LotChoice[]): boolean {
  const named = new Set(choices.map(({ lotId }) => lotId));
  const freeShares = freeSharesIn(book);
  return (
    named.size === choices.length &&
    choices.every(({ lotId, shares }) => {
      const lot = book.lots.find(({ id }) => id === lotId);
      return lot !== undefined && freeShares(lot) >= shares;
    })
  );
}

/** Reserves the chosen shares for a listing, so that no other sale takes them. */
export function chooseLots(book: LotBook, listingId: string, choices: readonly LotChoice[]): void {
  assert(mayChoose(book, choices), 'only free shares can be chosen');
  book.reserved.set(
    listingId,
    choices.map((choice) => ({ ...choice })),
  );
}

/** Takes sold shares from the lots that the listing has chosen, or else from the oldest free ones (first in, first out). */
export function sellFromLots(book: LotBook, listingId: string, shares: number): LotPart[] {
  const chosen = book.reserved.get(listingId);
  const freeShares = freeSharesIn(book);
  const sources = chosen
    ? chosen.map((choice) => ({ lot: lotOf(book, choice.lotId), maxShares: choice.shares }))
    : book.lots.map((lot) => ({ lot, maxShares: freeShares(lot) }));
  const parts: LotPart[] = [];
  let wanted = shares;
  for (const { lot, maxShares } of sources) {
    if (wanted === 0) break;
    const taken = Math.min(maxShares, wanted);
    if (taken === 0) continue;
    wanted -= taken;
    const costCents = costOfShares(lot, lot.sharesSold, lot.sharesSold + taken);
    lot.sharesSold += taken;
    parts.push({ lotId: lot.id, shares: taken, costCents, acquiredAt: lot.acquiredAt });
  }
  assert(wanted === 0, 'every share that is sold belongs to a lot');
  if (chosen) keepRest(book, listingId, chosen, parts);
  return parts;
}

function lotOf({ lots }: LotBook, lotId: string): Lot {
  return present(
    lots.find(({ id }) => id === lotId),
    'a chosen lot',
  );
}

function keepRest(book: LotBook, listingId: string, chosen: LotChoice[], sold: readonly LotPart[]): void {
  for (const { lotId, shares } of sold) {
    present(
      chosen.find((choice) => choice.lotId === lotId),
      'a chosen lot',
    ).shares -= shares;
  }
  book.reserved.set(
    listingId,
    chosen.filter(({ shares }) => shares > 0),
  );
}
