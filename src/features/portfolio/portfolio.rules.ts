import { MANAGEMENT_FEE_BPS } from '#kernel/fees.ts';
import { bpsOf, type Cents, feeOf } from '#kernel/money.ts';
import { after, DAY, startOfDay } from '#kernel/time.ts';

/** Shares of a property that came in (or went out) at a moment, and their price. */
export interface SharesChange {
  propertyId: number;
  at: Date;
  shares: number;
  paidCents: Cents;
}

/** Value of one share of a property at a moment. */
export type ShareValueAt = (propertyId: number, at: Date) => Cents;

interface MonthFigures {
  startValueCents: Cents;
  /** Paid for shares less what sales brought, without fees. */
  netInvestedCents: Cents;
  returnCents: Cents;
  /** Of the value at the start and later purchases; null when there was neither. */
  returnBps: number | null;
}

/** Value at a moment of all shares that were held just before it. */
function valueBefore(changes: readonly SharesChange[], moment: Date, shareValueAt: ShareValueAt): Cents {
  const shares = new Map<number, number>();
  for (const change of changes) {
    if (change.at >= moment) continue;
    shares.set(change.propertyId, (shares.get(change.propertyId) ?? 0) + change.shares);
  }
  const last = after(moment, -1);
  return [...shares].reduce((sum, [id, held]) => sum + (held === 0 ? 0 : held * shareValueAt(id, last)), 0);
}

/**
 * Change of a portfolio in a month: value at its start + net invested + return = value now. Buying or selling at what a
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
  const returnBps = baseCents > 0 ? bpsOf(returnCents, baseCents) || 0 : null;
  return { startValueCents, netInvestedCents, returnCents, returnBps };
}

export type HistoryRange = '1m' | '6m' | '1y' | 'all';

const DAYS_OF_RANGE = { '1m': 30, '6m': 182, '1y': 365 };
const MAX_POINTS = 60;

/** The first change or the start of the range, then the starts of days at equal distances, and now. */
function momentsOf(range: HistoryRange, first: Date, now: Date): Date[] {
  const today = startOfDay(now);
  const allDays = Math.max(1, Math.round((today.getTime() - startOfDay(first).getTime()) / DAY));
  const days = range === 'all' ? allDays : Math.min(allDays, DAYS_OF_RANGE[range]);
  const step = Math.ceil(days / MAX_POINTS);
  const steps = Math.floor((days - 1) / step);
  const between = Array.from({ length: steps }, (_, index) => after(today, (index + 1 - steps) * step * DAY));
  const start = days < allDays ? after(today, -days * DAY) : after(first, 1);
  return [start, ...between, after(now, 1)];
}

/**
 * Value of a portfolio and money put in, just before each of some moments: at most `MAX_POINTS` of them and
 * the first, which is the first purchase where the range includes it. Money put in is the price of purchases less the
 * proceeds of sales, so the difference is the price return.
 */
export function valueHistory(
  changes: readonly SharesChange[],
  { range, now }: { range: HistoryRange; now: Date },
  shareValueAt: ShareValueAt,
) {
  const first = changes[0];
  if (!first) return [];
  const held = new Map<number, number>();
  let [next, putInCents] = [0, 0];
  return momentsOf(range, first.at, now).map((moment) => {
    for (let change = changes[next]; change && change.at < moment; change = changes[++next]) {
      held.set(change.propertyId, (held.get(change.propertyId) ?? 0) + change.shares);
      putInCents += change.paidCents;
    }
    const last = after(moment, -1);
    const valueCents = [...held].reduce(
      (sum, [id, shares]) => sum + (shares === 0 ? 0 : shares * shareValueAt(id, last)),
      0,
    );
    return { at: last > now ? now : last, valueCents, putInCents };
  });
}

/** Expected amount of a distribution: three months of projected income, less the management fee. */
export function expectedPayout(monthlyIncomeCents: Cents): Cents {
  const grossCents = 3 * monthlyIncomeCents;
  return grossCents - feeOf(grossCents, MANAGEMENT_FEE_BPS);
}

interface IncomeMonth {
  month: string;
  receivedCents: Cents;
  expectedCents: Cents;
}

/** The last twelve months and those of expected payments, in order; one without income has zeros. */
export function incomeMonths(
  received: ReadonlyMap<string, Cents>,
  expected: ReadonlyMap<string, Cents>,
  now: Date,
): IncomeMonth[] {
  const lastExpected = [...expected.keys()].sort().at(-1) ?? '';
  const months: IncomeMonth[] = [];
  for (let ahead = -11; ; ahead += 1) {
    const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
    const month = start.toISOString().slice(0, 7);
    if (ahead > 0 && month > lastExpected) return months;
    months.push({
      month,
      receivedCents: received.get(month) ?? 0,
      expectedCents: expected.get(month) ?? 0,
    });
  }
}
