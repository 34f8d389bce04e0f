import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { after, DAY } from '#kernel/time.ts';
import { type BoughtLot, gainsOf, type SoldLot, termOf } from './gains.rules.ts';

const day = (text: string) => new Date(`${text}T15:00:00Z`);

const bought = (id: string, at: string, shares: number): BoughtLot => ({
  id,
  propertyId: 1,
  acquiredAt: day(at),
  shares,
  isSettled: true,
});

const sold = (
  lot: BoughtLot,
  at: string,
  shares: number,
  amounts: [cost: number, proceeds: number],
): SoldLot => ({
  tradeId: `sale-${at}`,
  lotId: lot.id,
  propertyId: lot.propertyId,
  shares,
  costCents: amounts[0],
  proceedsCents: amounts[1],
  acquiredAt: lot.acquiredAt,
  disposedAt: day(at),
});

describe('how long shares were held', () => {
  test.each([
    ['2026-01-10', '2027-01-10', 'short'],
    ['2026-01-10', '2027-01-11', 'long'],
    ['2024-02-29', '2025-02-28', 'short'],
    ['2024-02-29', '2025-03-01', 'long'],
    ['2023-02-28', '2024-02-29', 'short'],
    ['2023-02-28', '2024-03-01', 'long'],
    ['2026-03-05', '2026-03-05', 'short'],
  ] as const)('from %s to %s is %s-term', (from, to, term) => {
    expect(termOf(day(from), day(to))).toBe(term);
  });
});

describe('a wash sale', () => {
  test('moves the loss to the shares that were bought within 30 days after it', () => {
    const [first, second] = [bought('a', '2026-01-05', 10), bought('b', '2026-06-20', 4)];
    const loss = sold(first, '2026-06-01', 10, [100_000, 90_000]);
    const { gains, found } = gainsOf([first, second], [loss], []);
    expect(found).toEqual([
      { tradeId: loss.tradeId, lotId: 'a', replacementLotId: 'b', shares: 4, disallowedCents: 4_000 },
    ]);
    expect(gains).toMatchObject([{ basisCents: 100_000, disallowedCents: 4_000, gainCents: -6_000 }]);
  });

  test.each([
    ['2026-05-02', 1],
    ['2026-05-01', 0],
    ['2026-07-01', 1],
    ['2026-07-02', 0],
  ])('counts a purchase on %s for a sale on June 1: %i', (at, count) => {
    const [first, second] = [bought('a', '2026-01-05', 10), bought('b', at, 10)];
    const loss = sold(first, '2026-06-01', 10, [100_000, 90_000]);
    expect(gainsOf([first, second], [loss], []).found).toHaveLength(count);
  });

  test('adds the loss and the time held to the replacement when that is sold', () => {
    const [first, second] = [bought('a', '2026-01-05', 10), bought('b', '2026-06-20', 10)];
    const loss = sold(first, '2026-06-01', 4, [40_000, 36_000]);
    const later = sold(second, '2027-03-01', 10, [90_000, 120_000]);
    const { gains } = gainsOf([first, second], [loss, later], []);
    expect(gains.slice(1)).toMatchObject([
      { shares: 4, basisCents: 40_000, proceedsCents: 48_000, gainCents: 8_000, term: 'long' },
      { shares: 6, basisCents: 54_000, proceedsCents: 72_000, gainCents: 18_000, term: 'short' },
    ]);
  });

  test('is none for a gain, for shares of the sold lot itself, and for a purchase whose money is in escrow', () => {
    const [first, second] = [bought('a', '2026-05-25', 20), bought('b', '2026-06-05', 10)];
    expect(gainsOf([first, second], [sold(first, '2026-06-01', 5, [1, 2])], []).found).toEqual([]);
    const loss = sold(first, '2026-06-01', 5, [50_000, 40_000]);
    expect(gainsOf([first], [loss], []).found).toEqual([]);
    expect(gainsOf([first, { ...second, isSettled: false }], [loss], []).found).toEqual([]);
  });

  test('no cent of loss is lost: all gains together are proceeds less cost once everything is sold', () => {
    const trade = fc.record({
      days: fc.integer({ min: 0, max: 60 }),
      shares: fc.integer({ min: 1, max: 9 }),
      cents: fc.integer({ min: 1, max: 20_000 }),
      isSale: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(trade, { minLength: 1, maxLength: 14 }), (trades) => {
        const { lots, sales } = played(trades);
        const { gains, found } = gainsOf(lots, sales, []);
        const sum = (pick: (gain: (typeof gains)[number]) => number) =>
          gains.reduce((total, gain) => total + pick(gain), 0);
        const cost = sales.reduce((total, one) => total + one.costCents, 0);
        const proceeds = sales.reduce((total, one) => total + one.proceedsCents, 0);
        expect(sum(({ proceedsCents }) => proceedsCents)).toBe(proceeds);
        expect(sum(({ gainCents }) => gainCents)).toBe(proceeds - cost);
        expect(gainsOf(lots, sales, found)).toEqual({ gains, found: [] });
        for (const { id, shares } of lots) {
          const used = found.filter(({ replacementLotId }) => replacementLotId === id);
          expect(used.reduce((total, one) => total + one.shares, 0)).toBeLessThanOrEqual(shares);
        }
      }),
      { seed: 7 },
    );
  });
});

/** Purchases and sales at random; at the end, months after the last purchase, everything is sold. */
function played(trades: readonly { days: number; shares: number; cents: number; isSale: boolean }[]) {
  const lots: BoughtLot[] = [];
  const left = new Map<string, { lot: BoughtLot; shares: number; price: number }>();
  const sales: SoldLot[] = [];
  let at = day('2026-01-05');
  const sell = (wanted: number, price: number, tradeId: string) => {
    let rest = wanted;
    for (const [id, one] of left) {
      const shares = Math.min(rest, one.shares);
      if (shares === 0) continue;
      rest -= shares;
      one.shares -= shares;
      if (one.shares === 0) left.delete(id);
      const { acquiredAt, propertyId } = one.lot;
      const amounts = { costCents: shares * one.price, proceedsCents: shares * price };
      sales.push({ tradeId, lotId: id, propertyId, shares, ...amounts, acquiredAt, disposedAt: at });
    }
  };
  for (const [index, { days, shares, cents, isSale }] of trades.entries()) {
    at = after(at, days * DAY);
    const id = `lot-${String(index).padStart(2, '0')}`;
    if (isSale) sell(shares, cents, `sale-${String(index).padStart(2, '0')}`);
    else {
      const lot = { id, propertyId: 1, acquiredAt: at, shares, isSettled: true };
      lots.push(lot);
      left.set(id, { lot, shares, price: cents });
    }
  }
  at = after(at, 100 * DAY);
  sell(1_000, 5_000, 'sale-99');
  return { lots, sales };
}
