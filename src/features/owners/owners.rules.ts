import type { Cents } from '#kernel/money.ts';

/** Compares last month's income with the monthly yield. Not reported is not short. */
export function incomeStatus(income: {
  lastMonthIncomeCents: Cents | null;
  monthlyYieldCents: Cents;
}): 'met' | 'short' | 'notReported' {
  if (income.lastMonthIncomeCents === null) return 'notReported';
  return income.lastMonthIncomeCents >= income.monthlyYieldCents ? 'met' : 'short';
}
