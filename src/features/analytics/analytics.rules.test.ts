import { describe, expect, test } from 'vitest';
import { periodOf, SHOWN_MONTHS, trendsOf } from './analytics.rules.ts';

const now = new Date('2026-03-05T10:00:00Z');

describe('the period of the charts', () => {
  test('is the last twelve months unless it is chosen', () => {
    expect(periodOf({}, now)).toEqual({ from: '2025-04-01', to: '2026-03-05' });
    expect(trendsOf(periodOf({}, now), [])).toHaveLength(SHOWN_MONTHS);
  });

  test.each([
    [{ from: '2024-02-10' }, { from: '2024-02-10', to: '2026-03-05' }],
    [{ to: '2025-01-31' }, { from: '2024-02-01', to: '2025-01-31' }],
    [{ from: '2030-01-05' }, { from: '2030-01-05', to: '2030-01-05' }],
    [
      { from: '2026-01-01', to: '2026-01-01' },
      { from: '2026-01-01', to: '2026-01-01' },
    ],
  ])('of %j is %j', (chosen, period) => {
    expect(periodOf(chosen, now)).toEqual(period);
  });
});

test('months without a figure are there with zero', () => {
  expect(
    trendsOf({ from: '2025-12-31', to: '2026-02-01' }, [{ month: '2026-01', raisedCents: 5, paidCents: 7 }]),
  ).toEqual([
    { month: '2025-12', equityCents: 0, distributionsCents: 0 },
    { month: '2026-01', equityCents: 5, distributionsCents: 7 },
    { month: '2026-02', equityCents: 0, distributionsCents: 0 },
  ]);
});
