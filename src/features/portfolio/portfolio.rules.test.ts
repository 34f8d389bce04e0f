import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { monthFigures, type SharesChange, type ShareValueAt, valueAtMonthEnds } from './portfolio.rules.ts';

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

  test('a new valuation is a return on what was held before it', () => {
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

describe('the value by month', () => {
  const points = (changes: readonly ReturnType<typeof change>[], shareValueAt: ShareValueAt = oneCent) =>
    valueAtMonthEnds(changes, { now, months: 24 }, shareValueAt);

  test('begins with the month of the first purchase and ends with this month', () => {
    expect(points([change('2026-01-20T00:00:00Z', 100), change('2026-03-01T00:00:00Z', 50)])).toEqual([
      { month: '2026-01', valueCents: 100 },
      { month: '2026-02', valueCents: 100 },
      { month: '2026-03', valueCents: 150 },
    ]);
  });

  test('a purchase in the last millisecond of a month belongs to that month, in the first to the next', () => {
    const last = points([change('2026-01-31T23:59:59.999Z', 1)]);
    expect(last.map(({ month }) => month)).toEqual(['2026-01', '2026-02', '2026-03']);
    const first = points([change('2026-02-01T00:00:00.000Z', 1)]);
    expect(first.map(({ month }) => month)).toEqual(['2026-02', '2026-03']);
  });

  test('has at most as many months as asked for, the older purchases counted in', () => {
    const shown = points([change('2020-01-01T00:00:00Z', 7)]);
    expect(shown).toHaveLength(24);
    expect(shown[0]).toEqual({ month: '2024-04', valueCents: 7 });
  });

  test('each month is valued by what counted at its end', () => {
    const revalued = (_: number, at: Date) => (at < new Date('2026-02-28T00:00:00Z') ? 10 : 12);
    expect(
      points([change('2026-01-20T00:00:00Z', 100)], revalued).map(({ valueCents }) => valueCents),
    ).toEqual([1_000, 1_200, 1_200]);
  });

  test('of nothing is nothing', () => {
    expect(points([])).toEqual([]);
  });
});
