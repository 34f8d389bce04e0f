import type { Cents } from '#kernel/money.ts';
import { after, DAY, HOUR, startOfMonth } from '#kernel/time.ts';
import type { AutoInvestSettings } from './auto-invest.contract.ts';

/** Time to skip a match of a newly approved property. */
export const SKIP_HOURS = 24;
export const SKIP_MS = SKIP_HOURS * HOUR;
/** Properties of each type that one run looks at: those with the highest yields. */
export const MAX_CANDIDATES_PER_TYPE = 100;
/** Length of the list of recent matches. */
export const MAX_RECENT_MATCHES = 10;
/** Days for which refusals are stored. A monthly plan needs its decisions of this month and the one before. */
export const REFUSAL_RETENTION_DAYS = 90;
/** Last day of a month (UTC) on which a monthly plan that was missed in the month before is still run. */
export const LAST_CATCH_UP_DAY = 7;
/** The yield of the sample property that settings are tested with. */
export const TEST_YIELD_BPS = 750;
/** A run allocates at most 1/OFFERED_SHARES_DIVISOR of the available shares. */
export const OFFERED_SHARES_DIVISOR = 2;

export const defaultSettings: AutoInvestSettings = {
  enabled: false,
  paused: false,
  minYieldBps: 600,
  propertyTypes: [],
  maxPerPropertyCents: 100_000,
  monthlyLimitCents: 200_000,
  amountCents: 50_000,
  reserveCents: 0,
  recurring: null,
};

interface SpendingState {
  /** Invested in the property, by purchases of any kind. */
  investedCents: Cents;
  /** Invested by Auto-Invest this month. */
  monthCents: Cents;
  cashCents: Cents;
}

/** How much a person's settings still allow: the cost by each limit, and the total by cash. May be negative. */
export function leftWithin(
  settings: Pick<AutoInvestSettings, 'maxPerPropertyCents' | 'monthlyLimitCents' | 'reserveCents'>,
  { investedCents, monthCents, cashCents }: SpendingState,
): { perPropertyCents: Cents; monthlyCents: Cents; spendableCents: Cents } {
  return {
    perPropertyCents: settings.maxPerPropertyCents - investedCents,
    monthlyCents: settings.monthlyLimitCents - monthCents,
    spendableCents: cashCents - settings.reserveCents,
  };
}

/**
 * Whether a change lets Auto-Invest spend more than before, which needs a recent sign-in. So does a limit that is raised
 * while it is off: otherwise a person who turns it on later would confirm a limit that someone else has set.
 */
export function extendsSpending(before: AutoInvestSettings, after: AutoInvestSettings): boolean {
  const raised = (['amountCents', 'maxPerPropertyCents', 'monthlyLimitCents'] as const).some(
    (name) => after[name] > before[name],
  );
  return (
    raised ||
    after.reserveCents < before.reserveCents ||
    (after.recurring?.amountCents ?? 0) > (before.recurring?.amountCents ?? 0) ||
    (after.enabled && (!before.enabled || (before.paused && !after.paused)))
  );
}

/** The day (UTC) of a monthly plan in the month of a moment; a month without the chosen day has it on its last. */
function dueIn(chosenDay: number, at: Date): Date {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(chosenDay, lastDay)));
}

/**
 * Whether a monthly plan is to run: its day has come and it has not run for this month, or in the first days of a
 * month, for the month before. A plan that was saved after its day begins in the next month.
 * @param lastRunAt in this month or the one before; null without one
 */
export function isPlanDue(
  chosenDay: number,
  { savedAt, lastRunAt, at }: { savedAt: Date; lastRunAt: Date | null; at: Date },
): boolean {
  return [at, after(at, -LAST_CATCH_UP_DAY * DAY)].some((moment) => {
    const due = dueIn(chosenDay, moment);
    if (at < due || savedAt >= after(due, DAY)) return false;
    if (lastRunAt === null || lastRunAt < startOfMonth(due)) return true;
    // A run before the day, with these settings, was for the month before.
    return savedAt <= lastRunAt && lastRunAt < due;
  });
}

/**
 * Shares of a property that one run allocates at most.
 * @param matchedShares wanted by matches that still wait. Their run allocates a part of what is left, too, so it gets all
 * of them only where a multiple of them is left.
 */
export function offeredOf(availableShares: number, minimumOrderShares: number, matchedShares = 0): number {
  const leftShares = Math.max(0, availableShares - OFFERED_SHARES_DIVISOR * matchedShares);
  const part = Math.floor(leftShares / OFFERED_SHARES_DIVISOR);
  // A buyer of all remaining shares may buy fewer than the minimum order.
  return part < Math.min(minimumOrderShares, availableShares) ? 0 : part;
}
