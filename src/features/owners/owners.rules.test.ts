import { describe, expect, test } from 'vitest';
import { incomeStatus } from './owners.rules.ts';

describe('the income of last month', () => {
  test.each([
    [50_000, 'met'],
    [50_001, 'met'],
    [49_999, 'short'],
    [-1, 'short'],
    [0, 'short'],
    [null, 'notReported'],
  ] as const)('of %s cents against a yield of $500.00 is %s', (lastMonthIncomeCents, status) => {
    expect(incomeStatus({ lastMonthIncomeCents, monthlyYieldCents: 50_000 })).toBe(status);
  });

  test('of nothing meets a yield of nothing', () => {
    expect(incomeStatus({ lastMonthIncomeCents: 0, monthlyYieldCents: 0 })).toBe('met');
  });
});
