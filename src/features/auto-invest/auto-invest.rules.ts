import type { Cents } from '#kernel/money.ts';
import { monthOf, monthStart } from '#kernel/months.ts';
import { after, DAY, HOUR } from '#kernel/time.ts';
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
  autoInvestedThisMonthCents: Cents;
  cashCents: Cents;
}

/** How much a person's settings still allow: the cost by each limit, and the total by cash. May be negative. */
export function leftWithin(
  settings: Pick<AutoInvestSettings, 'maxPerPropertyCents' | 'monthlyLimitCents' | 'reserveCents'>,
  { investedCents, autoInvestedThisMonthCents, cashCents }: SpendingState,
): { perPropertyCents: Cents; monthlyCents: Cents; spendableCents: Cents } {
  return {
    perPropertyCents: settings.maxPerPropertyCents - investedCents,
    monthlyCents: settings.monthlyLimitCents - autoInvestedThisMonthCents,
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

/** The day (UTC) of a monthly plan in a month; a month without the chosen day has it on its last. */
function planDay(chosenDay: number, month: string): Date {
  const lastDay = after(monthStart(month, 1), -DAY).getUTCDate();
  return after(monthStart(month), (Math.min(chosenDay, lastDay) - 1) * DAY);
}

/**
 * The month (UTC) for which a monthly plan is to run, or null: its day has come, and no run has decided it. In the first
 * days of a month the month before may still be run, before its own. A plan that was saved after its day begins in the
 * next month.
 * @param decidedMonths the months that runs have decided for the person, of this one and the one before
 */
export function duePlanMonth(
  chosenDay: number,
  { savedAt, decidedMonths, at }: { savedAt: Date; decidedMonths: ReadonlySet<string>; at: Date },
): string | null {
  const months = [after(at, -LAST_CATCH_UP_DAY * DAY), at].map(monthOf);
  const isDue = (month: string) => {
    const day = planDay(chosenDay, month);
    return at >= day && savedAt < after(day, DAY) && !decidedMonths.has(month);
  };
  return months.find(isDue) ?? null;
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
