import type { Cents } from '#kernel/money.ts';

/** Shares that came in (or went out) at a moment, at today's price. */
export interface SharesChange {
  at: Date;
  valueCents: Cents;
}

/** Change from one value to another in basis points, rounded; null when there was nothing before. */
export function changeBps(beforeCents: Cents, nowCents: Cents): number | null {
  if (beforeCents <= 0) return null;
  return Math.round(((nowCents - beforeCents) * 10_000) / beforeCents);
}

/** Value at the end of each month from the first change on, at most `months`; the last point is now. */
export function valueAtMonthEnds(changes: readonly SharesChange[], now: Date, months: number) {
  const first = changes[0];
  if (!first) return [];
  const points: { month: string; valueCents: Cents }[] = [];
  for (let back = months - 1; back >= 0; back -= 1) {
    const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back + 1, 1));
    if (end <= first.at) continue;
    const valueCents = changes.reduce((sum, change) => (change.at < end ? sum + change.valueCents : sum), 0);
    points.push({ month: start.toISOString().slice(0, 7), valueCents });
  }
  return points;
}
