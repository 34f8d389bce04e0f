import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  expectedPayout,
  type HistoryRange,
  incomeMonths,
  monthFigures,
  type SharesChange,
  type ShareValueAt,
  valueHistory,
} from './portfolio.rules.ts';

const now = new Date('2026-03-15T12:00:00Z');
/** Each share is worth one cent in most of these tests, so that shares are their value. */
const oneCent = () => 1;
const change = (at: string, shares: number) => ({ propertyId: 1, at: new Date(at), shares });

describe('the figures of a month', () => {
  const start = new Date('2026-03-01T00:00:00Z');
  const figures = (changes: readonly SharesChange[], shareValueAt: ShareValueAt = oneCent) =>
    monthFigures(changes, { monthStart: start, now }, shareValueAt);
  const moved = (at: string, shares: number, paidCents: number) => ({ ...change(at, shares), paidCents });
  const before = moved('2026-02-28T23:59:59.999Z', 1_000, 1_000);

  test('the value at the start, net invested and the return add up to the value', () => {
    const change = fc.record({
      at: fc.date({
        min: new Date('2026-01-01'),
        max: new Date('2026-03-15'),
        noInvalidDate: true,
      }),
      propertyId: fc.integer({ min: 1, max: 3 }),
      shares: fc.integer({ min: -10_000, max: 10_000 }),
      paidCents: fc.integer({ min: -10_000, max: 10_000 }),
    });
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const worth = (propertyId: number, at: Date) => propertyId * (at < start ? 70 : 100);
        const { startValueCents, netInvestedCents, returnCents } = figures(changes, worth);
        const value = changes.reduce((sum, one) => sum + one.shares * worth(one.propertyId, now), 0);
        expect(startValueCents + netInvestedCents + returnCents).toBe(value);
      }),
    );
  });

  test.each([
    ['buying at the share price', [before, moved('2026-03-02T00:00:00Z', 500, 500)], 0],
    ['selling at the share price', [before, moved('2026-03-02T00:00:00Z', -500, -500)], 0],
    ['a sale above the share price', [before, moved('2026-03-02T00:00:00Z', -500, -600)], 1_000],
    ['a purchase above the share price', [before, moved('2026-03-02T00:00:00Z', 1_000, 1_100)], -476],
    ['the first purchase of all', [moved('2026-03-01T00:00:00Z', 500, 500)], 0],
  ])('%s', (_, changes, returnBps) => {
    expect(figures(changes).returnBps).toBe(returnBps);
  });

  test('a new valuation is a return on shares held before it', () => {
    const revalued = (_: number, at: Date) => (at < new Date('2026-03-10') ? 10 : 12);
    expect(figures([moved('2026-02-01T00:00:00Z', 100, 1_000)], revalued)).toEqual({
      startValueCents: 1_000,
      netInvestedCents: 0,
      returnCents: 200,
      returnBps: 2_000,
    });
  });

  test('of nothing has no return', () => {
    expect(figures([]).returnBps).toBeNull();
  });
});

describe('the value and the money put in', () => {
  const all = (
    changes: readonly SharesChange[],
    shareValueAt: ShareValueAt = oneCent,
    range: HistoryRange = 'all',
  ) => valueHistory(changes, { range, now }, shareValueAt);
  const bought = (at: string, shares: number, paidCents = shares) => ({ ...change(at, shares), paidCents });

  test('begin with the first purchase and end now, with every change in order', () => {
    const points = all([bought('2026-03-12T08:00:00Z', 100, 150), bought('2026-03-15T11:59:00Z', -40, -90)]);
    expect(points).toEqual([
      { at: new Date('2026-03-12T08:00:00Z'), valueCents: 100, putInCents: 150 },
      { at: new Date('2026-03-13T23:59:59.999Z'), valueCents: 100, putInCents: 150 },
      { at: new Date('2026-03-14T23:59:59.999Z'), valueCents: 100, putInCents: 150 },
      { at: now, valueCents: 60, putInCents: 60 },
    ]);
  });

  test('a range shows the older purchases too, in at most 62 points', () => {
    const old = [bought('2020-01-01T00:00:00Z', 7)];
    for (const range of ['1m', '6m', '1y', 'all'] as const) {
      const points = all(old, oneCent, range);
      expect(points.length).toBeLessThanOrEqual(62);
      expect(points.at(-1)).toEqual({ at: now, valueCents: 7, putInCents: 7 });
      if (range !== 'all') expect(points[0]).toMatchObject({ valueCents: 7 });
    }
    expect(all(old, oneCent, '1m')[0]?.at).toEqual(new Date('2026-02-12T23:59:59.999Z'));
  });

  test('each moment is valued by the valuation that counted then', () => {
    const revalued = (_: number, at: Date) => (at < new Date('2026-03-14T00:00:00Z') ? 10 : 12);
    expect(all([bought('2026-03-12T00:00:00Z', 1)], revalued).map(({ valueCents }) => valueCents)).toEqual([
      10, 10, 12, 12,
    ]);
  });

  test('of nothing are nothing', () => {
    expect(all([])).toEqual([]);
  });
});

describe('income by month', () => {
  test('is the last twelve months and those of expected payments, with zeros between', () => {
    const months = incomeMonths(new Map([['2026-01', 500]]), new Map([['2026-07', 900]]), now);
    expect(months).toHaveLength(16);
    expect([months[0]?.month, months.at(-1)?.month]).toEqual(['2025-04', '2026-07']);
    expect(months.filter((one) => one.receivedCents + one.expectedCents > 0)).toEqual([
      { month: '2026-01', receivedCents: 500, expectedCents: 0 },
      { month: '2026-07', receivedCents: 0, expectedCents: 900 },
    ]);
  });

  test('a payment brings three months of projected income less the fee of 1.5%', () => {
    expect(expectedPayout(10_000)).toBe(29_550);
  });
});
