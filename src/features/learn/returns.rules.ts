import { affordableShares, MANAGEMENT_FEE_BPS, PROCESSING_FEE_BPS } from '#kernel/fees.ts';
import {
  type BasisPoints,
  type Cents,
  feeOf,
  multiply,
  parsePercent,
  proportion,
  WHOLE_BPS,
} from '#kernel/money.ts';
import { typedUsd, ungrouped } from '#kernel/typed-numbers.ts';

const QUARTERS_PER_YEAR = 4;

/** The inputs of the returns calculator. */
export interface Plan {
  shares: number;
  priceCents: Cents;
  /** Income of a year before the management fee, as a part of the price of that year. */
  yieldBps: BasisPoints;
  /** Change of the price at the end of each year; may be negative. */
  changeBps: number;
  years: number;
  /** Whether distributions buy more shares, as soon as they suffice for a whole one. */
  reinvest: boolean;
}

/** State at the end of a year. */
interface YearEnd {
  year: number;
  shares: number;
  /** The value of the shares. */
  valueCents: Cents;
  /** Distributions that were not reinvested, or are not yet enough for another share. */
  cashCents: Cents;
  /** Everything that was received so far, after the management fee. */
  receivedCents: Cents;
  processingFeesCents: Cents;
  managementFeesCents: Cents;
}

export interface Returns {
  /** Price and processing fee of the first purchase. */
  paidCents: Cents;
  years: YearEnd[];
}

/** The limits within which every figure of the calculator stays exact. */
export const LIMITS = {
  shares: { from: 1, to: 100_000 },
  priceCents: { from: 1, to: 10_000_000 },
  yieldBps: { from: 0, to: 2_000 },
  changeBps: { from: -1_000, to: 1_000 },
  years: { from: 1, to: 30 },
  investedCents: { from: 1, to: 1_000_000_000 },
} as const;

/**
 * The returns of a purchase over the years, in exact cents: each quarter pays a quarter of the yield on that year's
 * price, less the management fee. Reinvested money buys whole shares at that price, with the processing fee.
 */
export function returnsOf(plan: Plan): Returns {
  const amount = multiply(plan.priceCents, plan.shares);
  const firstFee = feeOf(amount, PROCESSING_FEE_BPS);
  const now = {
    ...{ shares: plan.shares, price: plan.priceCents, cash: 0, received: 0 },
    ...{ processing: firstFee, management: 0 },
  };
  const years: YearEnd[] = [];
  for (let year = 1; year <= plan.years; year += 1) {
    for (let quarter = 0; quarter < QUARTERS_PER_YEAR; quarter += 1) {
      const gross = proportion(multiply(now.price, now.shares), plan.yieldBps, QUARTERS_PER_YEAR * WHOLE_BPS);
      const fee = feeOf(gross, MANAGEMENT_FEE_BPS);
      now.management += fee;
      now.received += gross - fee;
      now.cash += gross - fee;
      if (!plan.reinvest) continue;
      const bought = affordableShares(now.cash, now.price);
      const cost = multiply(now.price, bought);
      const costFee = feeOf(cost, PROCESSING_FEE_BPS);
      now.shares += bought;
      now.cash -= cost + costFee;
      now.processing += costFee;
    }
    now.price = changed(now.price, plan.changeBps);
    years.push({
      year,
      shares: now.shares,
      valueCents: multiply(now.price, now.shares),
      cashCents: now.cash,
      receivedCents: now.received,
      processingFeesCents: now.processing,
      managementFeesCents: now.management,
    });
  }
  return { paidCents: amount + firstFee, years };
}

function changed(price: Cents, changeBps: number): Cents {
  return Math.max(1, proportion(price, WHOLE_BPS + changeBps, WHOLE_BPS));
}

/** The calculator's form, and its address: every field as it was typed. */
export interface TypedPlan {
  shares: string;
  price: string;
  yield: string;
  change: string;
  years: string;
  reinvest: boolean;
}

export type PlanField = Exclude<keyof TypedPlan, 'reinvest'>;
export type PlanErrors = Partial<Record<PlanField, string>>;

/** Reads the form: a plan within the limits, or the errors by field. */
export function readPlan(
  typed: TypedPlan,
): { plan: Plan; errors: null } | { plan: null; errors: PlanErrors } {
  const shares = wholeNumber(typed.shares);
  const priceCents = typedUsd(typed.price);
  const yieldBps = parsePercent(typed.yield);
  const changeBps = signedPercent(typed.change);
  const years = wholeNumber(typed.years);
  const errors: PlanErrors = {
    ...(!within(shares, LIMITS.shares) && { shares: 'Enter a whole number of shares, 1 to 100,000.' }),
    ...(!within(priceCents, LIMITS.priceCents) && { price: 'Enter a price from $0.01 to $100,000.' }),
    ...(!within(yieldBps, LIMITS.yieldBps) && { yield: 'Enter a yield from 0% to 20%.' }),
    ...(!within(changeBps, LIMITS.changeBps) && { change: 'Enter a change from -10% to 10% a year.' }),
    ...(!within(years, LIMITS.years) && { years: 'Enter 1 to 30 years.' }),
  };
  if (shares === null || priceCents === null || yieldBps === null || changeBps === null || years === null)
    return { plan: null, errors };
  if (Object.keys(errors).length > 0) return { plan: null, errors };
  if (!within(multiply(priceCents, shares), LIMITS.investedCents))
    return { plan: null, errors: { shares: 'Shares times price may be at most $10,000,000.' } };
  return { plan: { shares, priceCents, yieldBps, changeBps, years, reinvest: typed.reinvest }, errors: null };
}

function within(value: number | null, { from, to }: { from: number; to: number }): boolean {
  return value !== null && value >= from && value <= to;
}

function wholeNumber(text: string): number | null {
  const digits = ungrouped(text.trim());
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

function signedPercent(text: string): number | null {
  const typed = text.trim().replace(/^\u2212/, '-');
  const bps = parsePercent(typed.replace(/^[-+]/, ''));
  return bps === null ? null : typed.startsWith('-') && bps > 0 ? -bps : bps;
}
