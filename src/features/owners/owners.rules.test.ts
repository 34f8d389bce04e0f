import { describe, expect, test } from 'vitest';
import { fundingOver, incomeStatus, MAX_FUNDING_DAYS_SHOWN, ownedStatusOf } from './owners.rules.ts';

describe('the state that an owner sees', () => {
  test.each([
    ['approved', 1, 'Active'],
    ['approved', 0, 'Fully Funded'],
    ['pending', 0, 'Pending'],
    ['pending', 5, 'Pending'],
    ['rejected', 0, 'Rejected'],
    ['rejected', 5, 'Rejected'],
  ] as const)('%s with %i shares left is %s', (status, availableShares, label) => {
    expect(ownedStatusOf({ status, availableShares })).toBe(label);
  });
});

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

describe('funding over time', () => {
  test('adds up the changes of each day, refunds too', () => {
    const changes = [
      { date: '2026-01-05', changeCents: 300 },
      { date: '2026-01-09', changeCents: -100 },
      { date: '2026-02-01', changeCents: 50 },
    ];
    expect(fundingOver(changes)).toEqual([
      { date: '2026-01-05', raisedCents: 300 },
      { date: '2026-01-09', raisedCents: 200 },
      { date: '2026-02-01', raisedCents: 250 },
    ]);
  });

  test('shows the end of each month when very many days changed it, and ends with the same sum', () => {
    const from = Date.UTC(2026, 0, 1);
    const changes = Array.from({ length: MAX_FUNDING_DAYS_SHOWN + 1 }, (_, day) => ({
      date: new Date(from + day * 86_400_000).toISOString().slice(0, 10),
      changeCents: 10,
    }));
    expect(fundingOver(changes)).toEqual([
      { date: '2026-01-31', raisedCents: 310 },
      { date: '2026-02-28', raisedCents: 590 },
      { date: '2026-03-02', raisedCents: 610 },
    ]);
  });
});
