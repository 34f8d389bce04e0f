import type { Cents } from '#kernel/money.ts';
import { after } from '#kernel/time.ts';

/** Shares of a property that came in (or went out) at a moment, and what was paid for them. */
export interface SharesChange {
  propertyId: number;
  at: Date;
  shares: number;
  paidCents: Cents;
}

/** What one share of a property was worth at a moment. */
export type ShareValueAt = (propertyId: number, at: Date) => Cents;

export interface MonthFigures {
  startValueCents: Cents;
  /** Paid for shares less what sales brought, without fees. */
  netInvestedCents: Cents;
  returnCents: Cents;
  /** Of the value at the start and what was bought since; null when there was neither. */
  returnBps: number | null;
}

/** What all shares that were held just before a moment were worth then. */
function valueBefore(
  changes: readonly Omit<SharesChange, 'paidCents'>[],
  moment: Date,
  shareValueAt: ShareValueAt,
): Cents {
  const shares = new Map<number, number>();
  for (const change of changes) {
    if (change.at >= moment) continue;
    shares.set(change.propertyId, (shares.get(change.propertyId) ?? 0) + change.shares);
  }
  const last = after(moment, -1);
  return [...shares].reduce((sum, [id, held]) => sum + (held === 0 ? 0 : held * shareValueAt(id, last)), 0);
}

/**
 * What a month did to a portfolio: value at its start + net invested + return = value now. Buying or selling at what a
 * share is worth is no return; a new valuation is.
 */
export function monthFigures(
  changes: readonly SharesChange[],
  { monthStart, now }: { monthStart: Date; now: Date },
  shareValueAt: ShareValueAt,
): MonthFigures {
  const startValueCents = valueBefore(changes, monthStart, shareValueAt);
  const since = changes.filter(({ at }) => at >= monthStart);
  const netInvestedCents = since.reduce((sum, { paidCents }) => sum + paidCents, 0);
  const boughtCents = since.reduce((sum, { paidCents }) => sum + Math.max(0, paidCents), 0);
  const valueCents = valueBefore(changes, after(now, 1), shareValueAt);
  const returnCents = valueCents - startValueCents - netInvestedCents;
  const baseCents = startValueCents + boughtCents;
  const returnBps = baseCents > 0 ? Math.round((returnCents * 10_000) / baseCents) || 0 : null;
  return { startValueCents, netInvestedCents, returnCents, returnBps };
}

/** Value at the end of each month from the first change on, at most `months`; the last point is now. */
export function valueAtMonthEnds(
  changes: readonly Omit<SharesChange, 'paidCents'>[],
  { now, months }: { now: Date; months: number },
  shareValueAt: ShareValueAt,
) {
  const first = changes[0];
  if (!first) return [];
  const points: { month: string; valueCents: Cents }[] = [];
  for (let back = months - 1; back >= 0; back -= 1) {
    const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back + 1, 1));
    if (end <= first.at) continue;
    const valueCents = valueBefore(changes, back === 0 ? after(now, 1) : end, shareValueAt);
    points.push({ month: start.toISOString().slice(0, 7), valueCents });
  }
  return points;
}
