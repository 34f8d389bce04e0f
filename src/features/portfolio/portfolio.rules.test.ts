import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { monthFigures, valueAtMonthEnds } from './portfolio.rules.ts';

const now = new Date('2026-03-15T12:00:00Z');
const change = (at: string, valueCents: number) => ({ at: new Date(at), valueCents });

describe('the figures of a month', () => {
  const start = new Date('2026-03-01T00:00:00Z');
  const moved = (at: string, valueCents: number, paidCents: number) => ({
    at: new Date(at),
    valueCents,
    paidCents,
  });
  const before = moved('2026-02-28T23:59:59.999Z', 1_000, 1_000);

  test('the value at the start, net invested and the return add up to the value', () => {
    const change = fc.record({
      at: fc.date({
        min: new Date('2026-01-01'),
        max: new Date('2026-03-15'),
        noInvalidDate: true,
      }),
      valueCents: fc.integer({ min: -10_000, max: 10_000 }),
      paidCents: fc.integer({ min: -10_000, max: 10_000 }),
    });
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const { startValueCents, netInvestedCents, returnCents } = monthFigures(changes, start);
        const value = changes.reduce((sum, { valueCents }) => sum + valueCents, 0);
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
    expect(monthFigures(changes, start).returnBps).toBe(returnBps);
  });

  test('of nothing has no return', () => {
    expect(monthFigures([], start).returnBps).toBeNull();
  });
});

describe('the value by month', () => {
  test('begins with the month of the first purchase and ends with this month', () => {
    const points = valueAtMonthEnds(
      [change('2026-01-20T00:00:00Z', 100), change('2026-03-01T00:00:00Z', 50)],
      now,
      24,
    );
    expect(points).toEqual([
      { month: '2026-01', valueCents: 100 },
      { month: '2026-02', valueCents: 100 },
      { month: '2026-03', valueCents: 150 },
    ]);
  });

  test('a purchase in the last millisecond of a month belongs to that month, in the first to the next', () => {
    const last = valueAtMonthEnds([change('2026-01-31T23:59:59.999Z', 1)], now, 24);
    expect(last.map(({ month }) => month)).toEqual(['2026-01', '2026-02', '2026-03']);
    const first = valueAtMonthEnds([change('2026-02-01T00:00:00.000Z', 1)], now, 24);
    expect(first.map(({ month }) => month)).toEqual(['2026-02', '2026-03']);
  });

  test('has at most as many months as asked for, the older purchases counted in', () => {
    const points = valueAtMonthEnds([change('2020-01-01T00:00:00Z', 7)], now, 24);
    expect(points).toHaveLength(24);
    expect(points[0]).toEqual({ month: '2024-04', valueCents: 7 });
  });

  test('of nothing is nothing', () => {
    expect(valueAtMonthEnds([], now, 24)).toEqual([]);
  });
});
