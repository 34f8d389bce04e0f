import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chooseLots,
  costOfShares,
  freeSharesIn,
  type LotBook,
  mayChoose,
  sellFromLots,
} from './lots.rules.ts';

const lotsOf = (sizes: readonly [shares: number, costCents: number][]): LotBook => ({
  lots: sizes.map(([shares, costCents], at) => ({
    id: `lot-${at}`,
    acquiredAt: new Date(at),
    shares,
    sharesSold: 0,
    pricePerShareCents: 100,
    costCents,
  })),
  reserved: new Map(),
});

const size = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 1_000_000 }));
const sizes = fc.array(size, { minLength: 1, maxLength: 6 });
const left = ({ lots }: LotBook) => lots.reduce((sum, lot) => sum + lot.shares - lot.sharesSold, 0);

describe('the cost of shares', () => {
  test('in whatever parts a lot is sold, adds up to the cost of the lot to the cent', () => {
    fc.assert(
      fc.property(size, fc.array(fc.nat(40)), ([shares, costCents], cuts) => {
        const marks = [0, ...cuts.map((cut) => Math.min(cut, shares)).sort((a, b) => a - b), shares];
        const parts = marks.slice(1).map((to, at) => costOfShares({ shares, costCents }, marks[at] ?? 0, to));
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(costCents);
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('of a third of a dollar is rounded on the running total', () => {
    const lot = { shares: 3, costCents: 100 };
    expect([0, 1, 2].map((sold) => costOfShares(lot, sold, sold + 1))).toEqual([33, 34, 33]);
  });
});

describe('a sale', () => {
  test('takes the oldest shares first and leaves the rest', () => {
    fc.assert(
      fc.property(sizes, fc.nat(100), fc.nat(100), (all, first, second) => {
        const book = lotsOf(all);
        const before = left(book);
        const taken = [first, second].flatMap((wanted) => {
          const shares = Math.min(wanted, left(book));
          return shares > 0 ? sellFromLots(book, 'listing', shares) : [];
        });
        const sold = taken.reduce((sum, { shares }) => sum + shares, 0);
        expect(left(book)).toBe(before - sold);
        const order = taken.map(({ lotId }) => lotId);
        expect(order).toEqual([...order].sort());
        const open = book.lots.findIndex((lot) => lot.sharesSold < lot.shares);
        if (open >= 0) expect(book.lots.slice(open + 1).every((lot) => lot.sharesSold === 0)).toBe(true);
      }),
    );
  });

  test('of chosen lots takes those in the chosen order, and other sales leave them alone', () => {
    const book = lotsOf([
      [5, 500],
      [5, 1_000],
    ]);
    chooseLots(book, 'picky', [
      { lotId: 'lot-1', shares: 3 },
      { lotId: 'lot-0', shares: 1 },
    ]);
    expect(book.lots.map(freeSharesIn(book))).toEqual([4, 2]);
    const oldest = sellFromLots(book, 'other', 6).map(({ lotId, shares }) => [lotId, shares]);
    expect(oldest).toEqual([
      ['lot-0', 4],
      ['lot-1', 2],
    ]);
    expect(sellFromLots(book, 'picky', 2)).toMatchObject([{ lotId: 'lot-1', shares: 2, costCents: 400 }]);
    expect(book.reserved.get('picky')).toEqual([
      { lotId: 'lot-1', shares: 1 },
      { lotId: 'lot-0', shares: 1 },
    ]);
    sellFromLots(book, 'picky', 2);
    expect(left(book)).toBe(0);
  });

  test('of more shares than there are lots for is a bug, not a sale', () => {
    expect(() => sellFromLots(lotsOf([[2, 10]]), 'listing', 3)).toThrow('belongs to a lot');
  });

  test('lots are chosen once each, and no more of them than is free', () => {
    const book = lotsOf([[5, 500]]);
    const choice = (shares: number) => ({ lotId: 'lot-0', shares });
    expect(mayChoose(book, [choice(5)])).toBe(true);
    expect(mayChoose(book, [choice(6)])).toBe(false);
    expect(mayChoose(book, [choice(1), choice(1)])).toBe(false);
    expect(mayChoose(book, [{ lotId: 'lot-9', shares: 1 }])).toBe(false);
  });
});
