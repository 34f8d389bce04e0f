import { describe, expect, test } from 'vitest';
import { changeBps, valueAtMonthEnds } from './portfolio.rules.ts';

const now = new Date('2026-03-15T12:00:00Z');
const change = (at: string, valueCents: number) => ({ at: new Date(at), valueCents });

describe('the change of a value', () => {
  test.each([
    [100, 150, 5_000],
    [100, 100, 0],
    [200, 100, -5_000],
    [300, 301, 33],
    [0, 100, null],
  ])('from %d to %d is %d basis points', (before, after, bps) => {
    expect(changeBps(before, after)).toBe(bps);
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
