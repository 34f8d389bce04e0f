import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { basisPoints, cents, instant, pageInput, pageOf, propertyId } from '#kernel/schemas.ts';

/** The kinds of buildings that a person may choose, as labels. */
export const investableTypes = ['Residential', 'Commercial', 'Mixed-Use', 'Industrial', 'Retail'] as const;
export const investableType = z.enum(investableTypes);

/** The bounds of each field, for form and server. */
export const bounds = {
  minYieldBps: { min: 0, max: 2_000, step: 10 },
  maxPerPropertyCents: { min: 10_000, max: 5_000_000, step: 10_000 },
  monthlyLimitCents: { min: 10_000, max: 10_000_000, step: 10_000 },
  amountCents: { min: 10_000, max: 1_000_000, step: 5_000 },
  reserveCents: { min: 0, max: 10_000_000, step: 1 },
  recurringAmountCents: { min: 10_000, max: 1_000_000, step: 5_000 },
  recurringDay: { min: 1, max: 31, step: 1 },
} as const;

type Bound = keyof typeof bounds;

function dollarsWithin(name: Exclude<Bound, 'minYieldBps' | 'recurringDay'>) {
  const { min, max, step } = bounds[name];
  const dollars = (amount: number) => `$${(amount / 100).toLocaleString('en-US')}`;
  const steps = step > 1 ? `, in steps of ${dollars(step)}` : '';
  const text = `Enter ${dollars(min)} to ${dollars(max)}${steps}.`;
  return z.int(text).min(min, text).max(max, text).multipleOf(step, text);
}

const yieldText = 'Enter 0 to 20 percent, with at most one decimal.';

/** An amount and the day of the month on which it is invested; a month without that day has it on its last. */
const recurring = z.strictObject({
  amountCents: dollarsWithin('recurringAmountCents'),
  day: z
    .int('Choose a day from 1 to 31.')
    .min(1, 'Choose a day from 1 to 31.')
    .max(31, 'Choose a day from 1 to 31.'),
});

/** Settings of Auto-Invest. Amounts are without the processing fee. */
export const autoInvestSettings = z.strictObject({
  enabled: z.boolean(),
  /** Nothing is bought while it is set; settings stay. */
  paused: z.boolean(),
  minYieldBps: z.int(yieldText).min(0, yieldText).max(2_000, yieldText).multipleOf(10, yieldText),
  /** Empty for any type. */
  propertyTypes: z
    .array(investableType)
    .max(investableTypes.length)
    .refine((chosen) => new Set(chosen).size === chosen.length, 'Choose each type once.'),
  maxPerPropertyCents: dollarsWithin('maxPerPropertyCents'),
  monthlyLimitCents: dollarsWithin('monthlyLimitCents'),
  amountCents: dollarsWithin('amountCents'),
  /** Cash we never invest. */
  reserveCents: dollarsWithin('reserveCents'),
  recurring: recurring.nullable(),
});

export const decisionOutcome = z.enum(['matched', 'skipped', 'allocated', 'bought', 'declined', 'simulated']);
export const runTrigger = z.enum(['approval', 'deposit', 'daily', 'recurring', 'test']);

/** Decision about a property in one run. */
export const decision = z.object({
  id: z.uuid(),
  runId: z.uuid(),
  /** Null for the sample property of a test. */
  propertyId: propertyId.nullable(),
  propertyName: z.string(),
  annualYieldBps: basisPoints,
  trigger: runTrigger,
  outcome: decisionOutcome,
  reason: z.string(),
  shares: z.int(),
  amountCents: cents,
  date: instant,
  /** When it will be bought, of a match that can still be skipped. */
  executeAt: instant.nullable(),
  /** Whether shares were allocated among investors, which `allocation` shows. */
  wasAllocated: z.boolean(),
  /** Why its purchase was refunded; null when it was not. */
  refund: z.enum(['cancelled', 'not_funded', 'rejected']).nullable(),
});

export const autoInvestOverview = z.object({
  settings: autoInvestSettings,
  /** Purchases of Auto-Invest in this calendar month (UTC), without canceled ones. */
  investedThisMonthCents: z.int().min(0),
  /** Number of purchases of Auto-Invest, without refunded ones. */
  purchases: z.int(),
  /** Matches that will be bought unless they are skipped, the next to be bought first. */
  upcoming: z.array(decision),
  /** Purchases and simulated matches, newest first. */
  recent: z.array(decision),
});

export const decisionsInput = z.strictObject({
  ...pageInput({ max: 50, default: 20 }),
  boughtOnly: z.boolean().default(false),
});

/** A decision with the numbers of the person's decisions in its run, which may be on several pages. */
export const pastDecision = decision.extend({
  inRun: z.object({ properties: z.int(), bought: z.int(), declined: z.int() }),
});
export const decisionPage = pageOf(pastDecision);
export const skipInput = z.strictObject({ decisionId: z.uuid() });
export const testInput = z.strictObject({});

/** Result of a test; `match` is null when the settings refuse the sample property. */
export const testResult = z.object({ match: decision.nullable(), reason: z.string() });

export const allocationInput = z.strictObject({ runId: z.uuid(), propertyId });

/** Orders of an allocation that the screen shows; its file has all of them. */
export const MAX_SHOWN_ORDERS = 500;

const allocatedOrder = z.object({
  /** sha256 of "property:user:run", in hexadecimal. */
  rank: z.string(),
  wantedShares: z.int(),
  allocatedShares: z.int(),
  isOwn: z.boolean(),
});

/** Allocation of the shares of a property in a run. */
export const allocation = z.object({
  offeredShares: z.int(),
  minimumOrderShares: z.int(),
  /** "property:user:run" of the caller, whose sha256 is their rank. */
  ownRankText: z.string(),
  /** The order of the caller, with its place, from 1 on. */
  own: allocatedOrder.extend({ place: z.int() }).nullable(),
  orderCount: z.int(),
  /** The first ones in the order of allocation. */
  orders: z.array(allocatedOrder),
});

/** All orders of an allocation, so that anyone can recount it. */
export const allocationFile = z.object({ fileName: z.string(), csv: z.string() });

export const autoInvestErrors = defineErrors({
  MATCH_NOT_FOUND: ['notFound', 'This match is not one of yours.'],
  MATCH_OVER: ['conflict', 'This match has already been decided, so it can no longer be skipped.'],
  NOT_ENABLED: ['refused', 'Turn Auto-Invest on and save before you test it.'],
  RUN_NOT_FOUND: ['notFound', 'There is no such run.'],
  DECISION_OVER: ['conflict', 'The outcome of this decision is already recorded, so nothing more is bought.'],
  OUTSIDE_SETTINGS: ['refused', 'This purchase is outside the Auto-Invest settings.'],
});

export type InvestableType = z.infer<typeof investableType>;
export type AutoInvestSettings = z.infer<typeof autoInvestSettings>;
export type Allocation = z.infer<typeof allocation>;
export type AutoInvestDecision = z.infer<typeof decision>;
export type PastDecision = z.infer<typeof pastDecision>;
export type AutoInvestOverview = z.infer<typeof autoInvestOverview>;
export type RunTrigger = z.infer<typeof runTrigger>;
export type TestResult = z.infer<typeof testResult>;
