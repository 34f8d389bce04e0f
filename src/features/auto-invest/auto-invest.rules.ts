import { DAY, HOUR } from '#kernel/time.ts';
import type { AutoInvestSettings, InvestableType } from './auto-invest.contract.ts';

/** How long a match of a newly approved property can be skipped. */
export const SKIP_HOURS = 24;
export const SKIP_MS = SKIP_HOURS * HOUR;
/** What a list of recent matches has room for. */
export const MAX_RECENT_MATCHES = 10;
/** The yield of the sample property that settings are tested with. */
export const TEST_YIELD_BPS = 750;
/** Of the available shares of a property, one run deals at most one in so many. */
export const OFFERED_PART = 2;

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

/** The kind of a listing, by its type and its subtype. */
export function investableTypeOf(propertyType: string, subtype: string | null): InvestableType {
  const kind = subtype?.toLowerCase() ?? '';
  if (kind.includes('mixed')) return 'Mixed-Use';
  if (kind.includes('retail') || kind.includes('shop')) return 'Retail';
  if (propertyType === 'industrial') return 'Industrial';
  return propertyType === 'commercial' ? 'Commercial' : 'Residential';
}

/** A change that lets Auto-Invest spend more than before: it needs a recent sign-in. */
export function extendsSpending(before: AutoInvestSettings, after: AutoInvestSettings): boolean {
  if (!after.enabled) return false;
  const raised = (['amountCents', 'maxPerPropertyCents', 'monthlyLimitCents'] as const).some(
    (name) => after[name] > before[name],
  );
  return (
    !before.enabled ||
    raised ||
    (before.paused && !after.paused) ||
    after.reserveCents < before.reserveCents ||
    (after.recurring?.amountCents ?? 0) > (before.recurring?.amountCents ?? 0)
  );
}

/** Whether a monthly plan invests on this day (UTC): a month without the chosen day has it on its last. */
export function isRecurringDay(chosenDay: number, at: Date): boolean {
  const isLast = new Date(at.getTime() + DAY).getUTCDate() === 1;
  const today = at.getUTCDate();
  return today === chosenDay || (isLast && today < chosenDay);
}

/** Shares that one run deals of a property. */
export function offeredOf(availableShares: number, minimumOrderShares: number): number {
  const part = Math.floor(availableShares / OFFERED_PART);
  // A buyer of all remaining shares may buy fewer than the minimum order.
  return part < Math.min(minimumOrderShares, availableShares) ? 0 : part;
}
