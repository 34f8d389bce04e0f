import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import xirr from 'xirr';
import { groupBy } from '#kernel/group-by.ts';
import { DAY } from '#kernel/time.ts';
import {
  annualized,
  type CashFlow,
  internalRates,
  moneyWeightedReturn,
  notesOnMissing,
  shownRate,
  timeWeightedReturn,
} from './returns.rules.ts';

const flow = (day: string, cents: number): CashFlow => ({ at: new Date(`${day}T00:00:00Z`), cents });

describe('the money-weighted return', () => {
  test('is that of the worked example of Microsoft for XIRR', () => {
    // support.microsoft.com, "XIRR function": -10000, 2750, 4250, 3250, 2750; the answer is 37.34%.
    const flows = [
      flow('2008-01-01', -1_000_000),
      flow('2008-03-01', 275_000),
      flow('2008-10-30', 425_000),
      flow('2009-02-15', 325_000),
      flow('2009-04-01', 275_000),
    ];
    expect(internalRates(flows)[0]).toBeCloseTo(0.373362535, 6);
  });

  test('equals that of the xirr package on 10,000 random series where that converges', () => {
    const middle = fc.tuple(fc.integer({ min: 1, max: 1_999 }), fc.integer({ min: -900_000, max: 900_000 }));
    const series = fc.tuple(
      fc.integer({ min: 1_000, max: 5_000_000 }),
      fc.array(middle, { maxLength: 8 }),
      fc.integer({ min: 30, max: 2_000 }),
      fc.integer({ min: 100, max: 9_000_000 }),
    );
    let compared = 0;
    fc.assert(
      fc.property(series, ([first, between, lastDay, last]) => {
        const start = Date.UTC(2024, 0, 1);
        const flows: CashFlow[] = [
          { at: new Date(start), cents: -first },
          ...between
            .filter(([day]) => day < lastDay)
            .map(([day, cents]) => ({ at: new Date(start + day * DAY), cents })),
          { at: new Date(start + lastDay * DAY), cents: last },
        ];
        const theirs = packageRate(flows);
        const ours = internalRates(flows);
        if (theirs === null || theirs < -0.99 || theirs > 1_000) return;
        compared += 1;
        expect(ours.some((rate) => Math.abs(rate - theirs) < 1e-5 * Math.max(1, Math.abs(theirs)))).toBe(
          true,
        );
      }),
      { numRuns: 10_000, seed: 24 },
    );
    expect(compared).toBeGreaterThan(5_000);
  });

  test('of money that came back whole is nothing, and of a loss of everything is all of it', () => {
    expect(moneyWeightedReturn([flow('2026-01-01', -500), flow('2026-07-01', 500)], 181).rate).toBe(0);
    expect(moneyWeightedReturn([flow('2026-01-01', -500), flow('2026-07-01', 0)], 181).rate).toBe(-1);
  });

  test('of hours or days is what the money grew by, also where no yearly rate could say it', () => {
    const start = new Date('2026-11-25T09:00:00Z');
    const change = fc.integer({ min: -9_000, max: 90_000 });
    fc.assert(
      fc.property(change, fc.integer({ min: 1, max: 29 * 86_400_000 }), (bps, lengthMs) => {
        const flows = [
          { at: start, cents: -1_000_000 },
          { at: new Date(start.getTime() + lengthMs), cents: 1_000_000 + bps * 100 },
        ];
        expect(shownRate(moneyWeightedReturn(flows, lengthMs / DAY))).toEqual({ bps, reason: null });
      }),
    );
  });

  test('says why there is none: nothing invested, no time, several rates that fit, or none that does', () => {
    expect(moneyWeightedReturn([flow('2026-01-01', 500)], 181)).toMatchObject({ rate: null });
    expect(moneyWeightedReturn([flow('2026-01-01', -500), flow('2026-01-01', 500)], 0).rate).toBeNull();
    const twice = [flow('2024-01-01', -1_000), flow('2024-12-31', 2_500), flow('2025-12-31', -1_540)];
    expect(moneyWeightedReturn(twice, 730).reason).toContain('More than one');
    const never = [flow('2024-01-01', -1_000), flow('2024-12-31', 2_500), flow('2025-12-31', -1_600)];
    expect(moneyWeightedReturn(never, 730).reason).toBe('No rate of return fits these payments.');
  });
});

/** The rates by their definition: each flow is added up at every rate that is tried. */
function plainRates(flows: readonly CashFlow[], unitDays: number): number[] {
  const start = Math.min(...flows.map(({ at }) => at.getTime()));
  const moments = [...groupBy(flows, ({ at }) => at.getTime())].sort(([one], [two]) => one - two);
  const summed = moments.map(([time, same]) => ({
    after: (time - start) / DAY / unitDays,
    cents: same.reduce((sum, { cents }) => sum + cents, 0),
  }));
  const valueAt = (rate: number) =>
    summed.reduce((sum, { after, cents }) => sum + cents * Math.exp(-after * Math.log1p(rate)), 0);
  const rates = Array.from({ length: 401 }, (_, step) => {
    const part = step / 200 - 1;
    return Math.expm1(Math.log(part < 0 ? 1 - 0.999_999 : 1 + 1_000_000) * part * part);
  });
  return rates.flatMap((rate, step) => {
    const before = rates[step - 1];
    if (valueAt(rate) === 0) return [rate];
    if (before === undefined || valueAt(before) === 0 || valueAt(before) > 0 === valueAt(rate) > 0) return [];
    let [low, high] = [before, rate];
    for (let round = 0; round < 200; round += 1) {
      const middle = Math.expm1((Math.log1p(low) + Math.log1p(high)) / 2);
      if (middle === low || middle === high) break;
      if (valueAt(middle) > 0 === valueAt(before) > 0) low = middle;
      else high = middle;
    }
    return [(low + high) / 2];
  });
}

/** A long history: purchases and payments of random size, at random moments of so many days, and a value at the end. */
function longHistory(seed: number, { flows, days }: { flows: number; days: number }): CashFlow[] {
  const next = randomFrom(seed);
  const start = Date.UTC(2024, 0, 1);
  const between = Array.from({ length: flows }, () => ({
    at: new Date(start + Math.floor(next() * days * DAY)),
    cents: Math.round((next() - 0.6) * 100_000),
  }));
  const paid = between.reduce((sum, { cents }) => sum - Math.min(0, cents), 0);
  const end = Math.round(paid * (0.2 + next()));
  return [...between, { at: new Date(start + days * DAY), cents: end }];
}

/** A small generator of numbers between 0 and 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('the rates of a long history', () => {
  test('are to the last bit those of adding up every flow at every rate that is tried', () => {
    const history = fc.tuple(
      fc.integer(),
      fc.integer({ min: 250, max: 600 }),
      fc.integer({ min: 1, max: 4_000 }),
    );
    let found = 0;
    fc.assert(
      fc.property(history, ([seed, flows, days]) => {
        const series = longHistory(seed, { flows, days });
        const unitDays = Math.min(days, 365);
        const rates = internalRates(series, unitDays);
        expect(rates).toEqual(plainRates(series, unitDays));
        found += rates.length;
      }),
      { numRuns: 60, seed: 26 },
    );
    expect(found).toBeGreaterThan(50);
  });

  test('take a look at every flow only near the rates that are found', () => {
    const flows = longHistory(7, { flows: 5_000, days: 1_000 });
    const exp = vi.spyOn(Math, 'exp');
    try {
      expect(internalRates(flows)).toHaveLength(1);
      expect(exp.mock.calls.length).toBeLessThan(80 * flows.length);
    } finally {
      exp.mockRestore();
    }
  });
});

/** The package's rate; null where its search does not converge. */
function packageRate(flows: readonly CashFlow[]): number | null {
  try {
    const rate = xirr(flows.map(({ at, cents }) => ({ when: at, amount: cents })));
    return Number.isFinite(rate) ? rate : null;
  } catch {
    return null;
  }
}

describe('the time-weighted return', () => {
  test('is that of the worked example of Investopedia', () => {
    // investopedia.com, "Time-Weighted Rate of Return": $1,000,000 grows to $1,162,484 on August 15, when $100,000 are
    // added, and is $1,192,328 on December 31; the answer is 9.79%, whatever was added.
    const flows = [{ at: new Date('2024-08-15'), valueBefore: 116_248_400, paidIn: 10_000_000, paidOut: 0 }];
    const ends = { startValue: 100_000_000, endValue: 119_232_800 };
    expect(shownRate(timeWeightedReturn(ends, flows))).toEqual({ bps: 979, reason: null });
    // Its other investor takes $100,000 out instead and ends with $1,003,440: the same 9.79%.
    const out = [{ at: new Date('2024-08-15'), valueBefore: 116_248_400, paidIn: 0, paidOut: 10_000_000 }];
    const taken = timeWeightedReturn({ startValue: 100_000_000, endValue: 100_344_000 }, out);
    expect(shownRate(taken).bps).toBe(979);
  });

  test('does not depend on how much is added or taken when', () => {
    const step = fc.tuple(
      fc.integer({ min: -30, max: 30 }),
      fc.integer({ min: 0, max: 5_000_000 }),
      fc.boolean(),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let value = 10_000_000;
        let growth = 1;
        const flows = steps.map(([percent, amount, isAdded]) => {
          growth *= 1 + percent / 100;
          const valueBefore = value * (1 + percent / 100);
          const paidOut = isAdded ? 0 : Math.min(amount, valueBefore / 2);
          const paidIn = isAdded ? amount : 0;
          value = valueBefore + paidIn - paidOut;
          return { at: new Date(0), valueBefore, paidIn, paidOut };
        });
        const { rate } = timeWeightedReturn({ startValue: 10_000_000, endValue: value }, flows);
        expect(rate).toBeCloseTo(growth - 1, 9);
      }),
    );
  });

  test('of a loss of everything is all of it, also when it is for a year', () => {
    const lost = timeWeightedReturn({ startValue: 500, endValue: 0 }, []);
    expect(lost.rate).toBe(-1);
    expect(annualized(lost, 400).bps).toBe(-10_000);
  });

  test('of nothing is not available, with the reason', () => {
    expect(timeWeightedReturn({ startValue: 0, endValue: 0 }, [])).toMatchObject({
      rate: null,
      reason: 'Nothing was invested in this period.',
    });
  });

  test('of income that came in when nothing was invested is not available, with the reason', () => {
    const late = { at: new Date('2026-02-01'), valueBefore: 300, paidIn: 0, paidOut: 300 };
    const sold = { at: new Date('2026-01-01'), valueBefore: 500, paidIn: 0, paidOut: 500 };
    for (const [startValue, flows] of [
      [0, [late]],
      [500, [sold, late]],
    ] as const)
      expect(timeWeightedReturn({ startValue, endValue: 0 }, flows)).toEqual({
        rate: null,
        reason: 'Income came in when nothing was invested, which no time-weighted return can include.',
      });
  });
});

test('a return that cannot be said to the basis point is not shown, with the reason', () => {
  const tooLarge = { bps: null, reason: 'The return is too large to be shown.' };
  const doubled = annualized({ rate: 1, reason: null }, 30);
  expect(doubled.bps).toBeGreaterThan(10_000 * 4_000);
  expect(annualized({ rate: 99, reason: null }, 30)).toEqual(tooLarge);
  expect(shownRate({ rate: Number.POSITIVE_INFINITY, reason: null })).toEqual(tooLarge);
});

test('less than 30 days are never annualized', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.integer({ min: 0, max: 29 }),
      (rate, days) => {
        expect(annualized({ rate, reason: null }, days).bps).toBeNull();
      },
    ),
  );
});

test.each([
  [0.1, 365, 1_000],
  [0.1, 730, 488],
  // Of 0.50%, as it is shown, it would be 6.26%.
  [0.005_04, 30, 631],
])(
  '%d in %i days is %i basis points a year, computed from the rate that is not rounded',
  (rate, days, bps) => {
    expect(annualized({ rate, reason: null }, days).bps).toBe(bps);
  },
);

describe('what is not available below a table', () => {
  const short = 'Periods of less than 30 days are not annualized.';
  const yearly = ['Time-weighted % a year', 'Money-weighted % a year'].map((figure) => ({
    figure,
    reason: short,
  }));

  test('is a sentence with the figures and the rows', () => {
    const rows = [
      { label: 'Since the start', missing: [] },
      { label: 'YTD 2026', missing: yearly },
      { label: 'Q4 2026', missing: yearly },
    ];
    expect(notesOnMissing(rows)).toEqual([
      `Time-weighted % a year and money-weighted % a year are not available for YTD 2026 and Q4 2026. ${short}`,
    ]);
  });

  test('is only the reason where it holds for every row', () => {
    expect(notesOnMissing([{ label: 'Maple Court', missing: yearly }])).toEqual([short]);
  });
});
