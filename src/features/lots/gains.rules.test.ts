import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupBy } from '#kernel/group-by.ts';
import { after, DAY, MINUTE } from '#kernel/time.ts';
import {
  type BoughtLot,
  type CapitalGain,
  type CapitalReturn,
  gainsOf,
  type SoldLot,
  termOf,
  type WashSale,
} from './gains.rules.ts';

const day = (text: string) => new Date(`${text}T15:00:00Z`);

const bought = (id: string, at: string, shares: number): BoughtLot => ({
  id,
  propertyId: 1,
  acquiredAt: day(at),
  shares,
  costCents: shares * 10_000,
  isOutOfEscrow: true,
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
  test('is found among thousands of losses in a month in the time that reading them takes', () => {
    const lots = Array.from(
      { length: 2_000 },
      (_, at): BoughtLot => ({
        ...bought(`lot-${String(at).padStart(4, '0')}`, '2026-06-01', 1),
        acquiredAt: new Date(day('2026-06-01').getTime() + at * MINUTE),
      }),
    );
    const sales = lots.map((lot, at): SoldLot => {
      const sale = sold(lot, '2026-06-01', 1, [10_000, 9_000]);
      return { ...sale, tradeId: `sale-${at}`, disposedAt: new Date(lot.acquiredAt.getTime() + 1) };
    });
    const { found } = gainsOf(lots, sales, []);
    expect(found.map(({ replacementLotId }) => replacementLotId)).toEqual(lots.slice(1).map(({ id }) => id));
  });

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

  test('in a chain passes on every time held before, to the shares that replaced those', () => {
    const [first, second, third] = [
      bought('a', '2025-01-10', 4),
      bought('b', '2025-12-10', 10),
      bought('c', '2026-01-15', 10),
    ];
    const sales = [
      sold(first, '2025-12-01', 4, [40_000, 36_000]),
      sold(second, '2026-01-05', 10, [100_000, 90_000]),
      sold(third, '2026-03-01', 10, [100_000, 130_000]),
    ];
    // Four shares of each later lot carry the first loss too; of the last, they were held for 325 + 26 + 45 days, the
    // other six for 26 + 45.
    expect(gainsOf([first, second, third], sales, []).gains.slice(1)).toMatchObject([
      { shares: 4, basisCents: 44_000, disallowedCents: 8_000, gainCents: 0 },
      { shares: 6, basisCents: 60_000, disallowedCents: 6_000, gainCents: 0 },
      { shares: 4, basisCents: 48_000, gainCents: 4_000, term: 'long', acquiredAt: day('2025-01-29') },
      { shares: 6, basisCents: 66_000, gainCents: 12_000, term: 'short', acquiredAt: day('2025-12-20') },
    ]);
  });

  test('is one for the shares with a loss, also when the others of the same sale gained more', () => {
    const [first, second, third] = [
      bought('a', '2026-01-05', 4),
      bought('b', '2026-06-20', 10),
      bought('c', '2026-09-10', 10),
    ];
    const sales = [
      sold(first, '2026-06-01', 4, [40_000, 36_000]),
      sold(second, '2026-09-01', 10, [100_000, 105_000]),
    ];
    expect(gainsOf([first, second, third], sales, [])).toMatchObject({
      gains: [
        { gainCents: 0 },
        { shares: 4, basisCents: 44_000, disallowedCents: 2_000, gainCents: 0 },
        { shares: 6, basisCents: 60_000, disallowedCents: 0, gainCents: 3_000 },
      ],
      found: [{ shares: 4 }, { replacementLotId: 'c', shares: 4, disallowedCents: 2_000 }],
    });
  });

  test('passes on whole days, at whatever hour shares were bought and sold', () => {
    const first = { ...bought('a', '2026-01-10', 1), acquiredAt: new Date('2026-01-10T01:00:00Z') };
    const second = { ...bought('b', '2026-02-20', 1), acquiredAt: new Date('2026-02-20T01:00:00Z') };
    const loss = {
      ...sold(first, '2026-02-10', 1, [10_000, 9_000]),
      disposedAt: new Date('2026-02-10T23:00:00Z'),
    };
    const termOn = (at: string) =>
      gainsOf([first, second], [loss, sold(second, at, 1, [10_000, 12_000])], []).gains[1]?.term;
    expect([termOn('2027-01-20'), termOn('2027-01-21')]).toEqual(['short', 'long']);
  });

  test('is none for a gain, for shares of the sold lot itself, and for a purchase whose money is in escrow', () => {
    const [first, second] = [bought('a', '2026-05-25', 20), bought('b', '2026-06-05', 10)];
    expect(gainsOf([first, second], [sold(first, '2026-06-01', 5, [1, 2])], []).found).toEqual([]);
    const loss = sold(first, '2026-06-01', 5, [50_000, 40_000]);
    expect(gainsOf([first], [loss], []).found).toEqual([]);
    expect(gainsOf([first, { ...second, isOutOfEscrow: false }], [loss], []).found).toEqual([]);
  });

  test('uses every share of a replacement lot once, also when those that replaced others are sold first', () => {
    const [first, second] = [bought('a', '2026-01-01', 10), bought('b', '2026-03-05', 10)];
    const losses = [
      sold(first, '2026-03-01', 4, [40_000, 32_000]),
      sold(second, '2026-03-10', 4, [40_000, 40_000]),
      sold(first, '2026-03-15', 6, [60_000, 48_000]),
    ];
    const { gains, found } = gainsOf([first, second], losses, []);
    expect(found).toMatchObject([
      { replacementLotId: 'b', shares: 4, disallowedCents: 8_000 },
      { replacementLotId: 'b', shares: 6, disallowedCents: 12_000 },
    ]);
    expect(gains.map(({ gainCents }) => gainCents)).toEqual([0, -8_000, 0]);
  });

  test('is none for shares that are sold at once, whose loss goes to those that are left', () => {
    const [first, second] = [bought('a', '2026-03-01', 4), bought('b', '2026-03-05', 10)];
    const both = [
      sold(first, '2026-03-10', 4, [40_000, 32_000]),
      sold(second, '2026-03-10', 6, [60_000, 60_000]),
    ];
    const { gains, found } = gainsOf([first, second], both, []);
    expect(found).toMatchObject([{ replacementLotId: 'b', shares: 4, disallowedCents: 8_000 }]);
    expect(gains.map(({ gainCents }) => gainCents)).toEqual([0, 0]);
  });

  test('replaces as many shares as can be, and no cent of loss is lost: all gains together are proceeds less cost in the end', () => {
    const trade = fc.record({
      days: fc.integer({ min: 0, max: 12 }),
      shares: fc.integer({ min: 1, max: 9 }),
      cents: fc.integer({ min: 1, max: 20_000 }),
      isSale: fc.boolean(),
      newestFirst: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(trade, { minLength: 1, maxLength: 14, size: 'max' }), (trades) => {
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
        // A loss of less than a cent per share may have no cent for the shares that replace some of them.
        if (gains.some((one) => lossIn(one) > 0 && lossIn(one) < one.shares)) return;
        expect(sharesByLot(found)).toEqual(sharesByLot(replacedOneByOne(lots, sales, gains)));
      }),
      { seed: 7 },
    );
  });
});

const lossIn = ({ basisCents, proceedsCents }: CapitalGain) => basisCents - proceedsCents;

const sharesByLot = (found: readonly Pick<WashSale, 'replacementLotId' | 'shares'>[]) =>
  [...groupBy(found, ({ replacementLotId }) => replacementLotId)]
    .map(([lot, used]) => [lot, used.reduce((total, { shares }) => total + shares, 0)])
    .sort();

/** Matches each share on its own: one replaces another while it is neither sold nor replaces one. */
function replacedOneByOne(
  lots: readonly BoughtLot[],
  sales: readonly SoldLot[],
  gains: readonly CapitalGain[],
): { replacementLotId: string; shares: number }[] {
  const sharesOf = new Map(lots.map(({ id, shares }) => [id, { free: shares, replacing: 0 }]));
  const at = (lotId: string) => sharesOf.get(lotId) as { free: number; replacing: number };
  const matched: { replacementLotId: string; shares: number }[] = [];
  for (const together of groupBy(sales, ({ disposedAt }) => disposedAt.getTime()).values()) {
    for (const { lotId, shares } of together) {
      for (let share = 0; share < shares; share += 1) {
        const lot = at(lotId);
        if (lot.replacing > 0) lot.replacing -= 1;
        else lot.free -= 1;
      }
    }
    for (const { tradeId, lotId, disposedAt } of together) {
      const ofSale = gains.filter(({ id }) => id.startsWith(`${tradeId}~${lotId}`));
      let unmatched = ofSale.reduce((total, one) => total + (lossIn(one) > 0 ? one.shares : 0), 0);
      for (const { id, acquiredAt } of lots) {
        const isNear = Math.abs(acquiredAt.getTime() - disposedAt.getTime()) <= 30 * DAY;
        while (unmatched > 0 && isNear && id !== lotId && at(id).free > 0) {
          unmatched -= 1;
          at(id).free -= 1;
          at(id).replacing += 1;
          matched.push({ replacementLotId: id, shares: 1 });
        }
      }
    }
  }
  return matched;
}

const returnedOn = (lot: BoughtLot, at: string, shares: number, cents: number): CapitalReturn => ({
  distributionId: `paid-${at}`,
  propertyId: lot.propertyId,
  lotId: lot.id,
  shares,
  cents,
  paidAt: day(at),
});

describe('return of capital', () => {
  test('lowers the cost of the shares of a lot, the same for each, and not of an earlier sale', () => {
    const lot = bought('a', '2026-01-05', 10);
    const sales = [
      sold(lot, '2026-03-01', 4, [40_000, 60_000]),
      sold(lot, '2026-09-01', 3, [30_000, 45_000]),
      sold(lot, '2026-10-01', 3, [30_000, 45_000]),
    ];
    const { gains } = gainsOf([lot], sales, [], [returnedOn(lot, '2026-07-15', 6, 6_000)]);
    expect(gains.map(({ basisCents }) => basisCents)).toEqual([40_000, 27_000, 27_000]);
    expect(gains.map(({ gainCents }) => gainCents)).toEqual([20_000, 18_000, 18_000]);
  });

  test('beyond the cost basis is a gain of the day of payment, long or short as they were held', () => {
    const lot = bought('a', '2026-01-05', 10);
    const payments = [
      returnedOn(lot, '2026-07-15', 10, 90_000),
      returnedOn(lot, '2027-01-15', 10, 25_000),
      returnedOn(lot, '2027-04-15', 10, 1_000),
    ];
    const { gains } = gainsOf([lot], [sold(lot, '2027-06-01', 10, [100_000, 120_000])], [], payments);
    expect(gains).toMatchObject([
      {
        kind: 'return_of_capital',
        gainCents: 15_000,
        basisCents: 0,
        term: 'long',
        disposedAt: day('2027-01-15'),
      },
      { kind: 'return_of_capital', gainCents: 1_000, term: 'long' },
      { kind: 'sale', basisCents: 0, gainCents: 120_000 },
    ]);
  });

  test('on shares that were sold before the payment, or are no longer in a lot, is a gain', () => {
    const lot = bought('a', '2026-01-05', 10);
    const sale = sold(lot, '2026-07-05', 5, [50_000, 50_000]);
    const [payment, other] = [
      returnedOn(lot, '2026-07-15', 10, 8_000),
      { ...returnedOn(lot, '2026-07-16', 2, 300), lotId: null },
    ];
    expect(gainsOf([lot], [sale], [], [payment, other]).gains.slice(1)).toMatchObject([
      { kind: 'return_of_capital', shares: 5, gainCents: 4_000, term: 'short' },
      { kind: 'return_of_capital', shares: 2, gainCents: 300 },
    ]);
  });

  test('that turns a recorded wash sale into a gain moves no loss', () => {
    const [first, second] = [bought('a', '2026-01-05', 10), bought('b', '2026-06-20', 10)];
    const loss = sold(first, '2026-06-01', 10, [100_000, 96_000]);
    const recorded = gainsOf([first, second], [loss], []).found;
    expect(recorded).toMatchObject([{ disallowedCents: 4_000 }]);
    const later = sold(second, '2026-12-01', 10, [100_000, 100_000]);
    const payment = returnedOn(first, '2026-04-15', 10, 5_000);
    expect(gainsOf([first, second], [loss, later], recorded, [payment])).toMatchObject({
      gains: [
        { basisCents: 95_000, disallowedCents: 0, gainCents: 1_000 },
        { basisCents: 100_000, gainCents: 0 },
      ],
      found: [],
    });
  });

  test('that a correction takes back makes the loss of a recorded wash sale larger, and moves all of it', () => {
    const [first, second] = [bought('a', '2026-01-05', 10), bought('b', '2026-06-20', 6)];
    const loss = sold(first, '2026-06-01', 10, [100_000, 85_000]);
    const payment = returnedOn(first, '2026-04-15', 10, 10_000);
    const recorded = gainsOf([first, second], [loss], [], [payment]).found;
    expect(recorded).toMatchObject([{ shares: 6, disallowedCents: 3_000 }]);
    const later = sold(second, '2026-12-01', 6, [60_000, 60_000]);
    expect(gainsOf([first, second], [loss, later], recorded)).toMatchObject({
      gains: [
        { basisCents: 100_000, disallowedCents: 9_000, gainCents: -6_000 },
        { basisCents: 69_000, gainCents: -9_000 },
      ],
      found: [],
    });
  });

  test('is in gains to the cent once everything is sold, and no basis is below zero', () => {
    const trade = fc.record({
      days: fc.integer({ min: 0, max: 60 }),
      shares: fc.integer({ min: 1, max: 9 }),
      cents: fc.integer({ min: 1, max: 20_000 }),
      isSale: fc.boolean(),
    });
    const payment = fc.record({
      lot: fc.nat(),
      days: fc.nat({ max: 600 }),
      cents: fc.integer({ min: 1, max: 90_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(trade, { minLength: 1, maxLength: 14 }),
        fc.array(payment, { maxLength: 6 }),
        (trades, payments) => {
          const { lots, sales } = played(trades);
          if (lots.length === 0) return;
          const returns = payments.flatMap(({ lot: index, days, cents }): CapitalReturn[] => {
            const lot = lots[index % lots.length] as BoughtLot;
            const paidAt = after(lot.acquiredAt, days * DAY);
            const left = sales
              .filter((one) => one.lotId === lot.id && one.disposedAt < paidAt)
              .reduce((sum, { shares }) => sum - shares, lot.shares);
            const shares = Math.max(1, left);
            return [{ distributionId: `${index}`, propertyId: 1, lotId: lot.id, shares, cents, paidAt }];
          });
          const { gains, found } = gainsOf(lots, sales, [], returns);
          const total = (pick: (gain: (typeof gains)[number]) => number) =>
            gains.reduce((sum, gain) => sum + pick(gain), 0);
          const cost = sales.reduce((sum, one) => sum + one.costCents, 0);
          const proceeds = sales.reduce((sum, one) => sum + one.proceedsCents, 0);
          const returned = returns.reduce((sum, { cents }) => sum + cents, 0);
          expect(total(({ gainCents }) => gainCents)).toBe(proceeds - cost + returned);
          expect(gains.every(({ basisCents }) => basisCents >= 0)).toBe(true);
          expect(gainsOf(lots, sales, found, returns)).toEqual({ gains, found: [] });
        },
      ),
      { seed: 11 },
    );
  });
});

/** Purchases and sales at random; at the end, months after the last purchase, everything is sold. */
interface PlayedTrade {
  days: number;
  shares: number;
  cents: number;
  isSale: boolean;
  /** Whether a sale takes the newest lots first. */
  newestFirst?: boolean;
}

function played(trades: readonly PlayedTrade[]) {
  const lots: BoughtLot[] = [];
  const left = new Map<string, { lot: BoughtLot; shares: number; price: number }>();
  const sales: SoldLot[] = [];
  let at = day('2026-01-05');
  const sell = (wanted: number, price: number, tradeId: string, newestFirst = false) => {
    let rest = wanted;
    const inOrder = newestFirst ? [...left].reverse() : [...left];
    for (const [id, one] of inOrder) {
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
  for (const [index, { days, shares, cents, isSale, newestFirst }] of trades.entries()) {
    at = after(at, days * DAY);
    const id = `lot-${String(index).padStart(2, '0')}`;
    if (isSale) sell(shares, cents, `sale-${String(index).padStart(2, '0')}`, newestFirst);
    else {
      const lot = {
        id,
        propertyId: 1,
        acquiredAt: at,
        shares,
        costCents: shares * cents,
        isOutOfEscrow: true,
      };
      lots.push(lot);
      left.set(id, { lot, shares, price: cents });
    }
  }
  at = after(at, 100 * DAY);
  sell(1_000, 5_000, 'sale-99');
  return { lots, sales };
}
