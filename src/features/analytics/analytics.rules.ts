import type { Cents } from '#kernel/money.ts';
import { dayText, startOfMonth } from '#kernel/time.ts';
import type { MonthlyTrend } from './analytics.contract.ts';

/** Months that the charts show unless a period is chosen, the running one included. */
export const SHOWN_MONTHS = 12;

/** The period that is shown: a missing day is filled in, so that it never ends before it begins. */
export function periodOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
): { from: string; to: string } {
  const last = to ?? (from !== undefined && from > dayText(now) ? from : dayText(now));
  const end = new Date(`${last}T00:00:00Z`);
  const first = startOfMonth(end);
  first.setUTCMonth(first.getUTCMonth() - (SHOWN_MONTHS - 1));
  return { from: from ?? dayText(first), to: last };
}

/** One entry for each month of a period, those without any figure included. */
export function trendsOf(
  period: { from: string; to: string },
  months: readonly { month: string; raisedCents: Cents; paidCents: Cents }[],
): MonthlyTrend[] {
  const known = new Map(months.map((one) => [one.month, one]));
  const trends: MonthlyTrend[] = [];
  const last = period.to.slice(0, 7);
  for (let at = new Date(`${period.from.slice(0, 7)}-01T00:00:00Z`); ; at.setUTCMonth(at.getUTCMonth() + 1)) {
    const month = at.toISOString().slice(0, 7);
    if (month > last) return trends;
    const { raisedCents = 0, paidCents = 0 } = known.get(month) ?? {};
    trends.push({ month, equityCents: raisedCents, distributionsCents: paidCents });
  }
}
