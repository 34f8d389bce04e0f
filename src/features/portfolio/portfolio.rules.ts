import type { Cents } from '#kernel/money.ts';

/** Shares that came in (or went out) at a moment: their value at the share price, and what was paid for them. */
export interface SharesChange {
  at: Date;
  valueCents: Cents;
  paidCents: Cents;
}

export interface MonthFigures {
  startValueCents: Cents;
  /** Paid for shares less what sales brought, without fees. */
  netInvestedCents: Cents;
  returnCents: Cents;
  /** Of the value at the start and what was bought since; null when there was neither. */
  returnBps: number | null;
}

/**
 * What a month did to a portfolio: value at its start + net invested + price return = value now. Buying or selling at
 * the share price is no return.
 */
export function monthFigures(changes: readonly SharesChange[], monthStart: Date): MonthFigures {
  const figures = { startValueCents: 0, netInvestedCents: 0, returnCents: 0 };
  let boughtCents = 0;
  for (const { at, valueCents, paidCents } of changes) {
    if (at < monthStart) {
      figures.startValueCents += valueCents;
      continue;
    }
    figures.netInvestedCents += paidCents;
    figures.returnCents += valueCents - paidCents;
    boughtCents += Math.max(0, paidCents);
  }
  const baseCents = figures.startValueCents + boughtCents;
  const returnBps = baseCents > 0 ? Math.round((figures.returnCents * 10_000) / baseCents) || 0 : null;
  return { ...figures, returnBps };
}

/** Value at the end of each month from the first change on, at most `months`; the last point is now. */
export function valueAtMonthEnds(
  changes: readonly Pick<SharesChange, 'at' | 'valueCents'>[],
  now: Date,
  months: number,
) {
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
