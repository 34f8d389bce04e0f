import type { PropertyStatus } from '#features/properties/properties.contract.ts';
import type { ErrorDefinition } from '#kernel/errors.ts';
import { PROCESSING_FEE_BPS, type Quote, quote } from '#kernel/fees.ts';
import { type Cents, formatUsdExact } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import type { InvestingLimits } from './investing.contract.ts';
import { cancelErrors, investingErrors } from './refusals.contract.ts';

/** The cost of `shares` at `pricePerShareCents`; the client previews with it, the server charges by it. */
export const quotePurchase = (shares: number, pricePerShareCents: Cents): Quote =>
  quote(shares, pricePerShareCents, PROCESSING_FEE_BPS);

/** The fewest shares that a purchase may be for now: the minimum order, or all that remain. */
export function smallestOrder(minimumOrderShares: number, availableShares: number): number {
  return Math.max(1, Math.min(minimumOrderShares, availableShares));
}

/** The data that decide whether a person may buy for an amount, from an owner or from another investor. */
export interface BuyerFacts {
  /** The operator asks for a verified identity, and the buyer's is not. */
  needsKyc: boolean;
  overLimit: OverLimit | null;
}

/** Why a buyer may not buy for an amount, or null; the text names the exceeded limit. */
export function refuseBuyer({ needsKyc, overLimit }: BuyerFacts): ErrorDefinition | null {
  if (needsKyc) return investingErrors.KYC_REQUIRED;
  if (!overLimit) return null;
  const { period, message } = overLimit;
  return { ...investingErrors[period === 'month' ? 'MONTHLY_LIMIT' : 'ANNUAL_LIMIT'], message };
}

export interface PurchaseFacts extends BuyerFacts {
  status: PropertyStatus;
  /** The deadline of the offering is over, and it waits to be closed. */
  isOverdue: boolean;
  /** The offering is open, and the buyer owns the property or has the owner's verified tax number. */
  isOwnOffering: boolean;
  /** A referral reward would pay, and the buyer is such an owner; refused also after the offering is funded. */
  isOwnReward: boolean;
  shares: number;
  availableShares: number;
  /** Fewest shares of one purchase, unless fewer remain. */
  minimumOrderShares: number;
  totalCents: Cents;
  availableCashCents: Cents;
}

interface CancelFacts {
  isRefunded: boolean;
  /** A referral reward became this purchase. */
  isReward: boolean;
  /** The offering is open, and its deadline is not over. */
  isOpen: boolean;
  /** Until when the purchase can be canceled. */
  until: Date;
  now: Date;
}

/** Why canceling a purchase is refused, or null. */
export function refuseToCancel(facts: CancelFacts): ErrorDefinition | null {
  const { isRefunded, isReward, isOpen, until, now } = facts;
  if (isRefunded) return cancelErrors.ALREADY_REFUNDED;
  if (isReward) return cancelErrors.REWARD_PURCHASE;
  if (!isOpen) return cancelErrors.OFFERING_CLOSED;
  return now < until ? null : cancelErrors.CANCEL_TOO_LATE;
}

const OWN_REWARD = 'A referral reward cannot buy shares of your own property.';

/**
 * Why a purchase is refused, or null. Checked in this order: open to the buyer, enough shares, the minimum order, the
 * buyer's eligibility, enough cash.
 */
export function refuseToInvest(facts: PurchaseFacts): ErrorDefinition | null {
  if (facts.status !== 'approved' || facts.isOverdue) return investingErrors.NOT_OPEN;
  if (facts.isOwnReward) return { ...investingErrors.OWN_OFFERING, message: OWN_REWARD };
  if (facts.isOwnOffering) return investingErrors.OWN_OFFERING;
  if (facts.shares > facts.availableShares) return investingErrors.NOT_ENOUGH_SHARES;
  if (facts.shares < smallestOrder(facts.minimumOrderShares, facts.availableShares)) {
    return belowMinimumOrder(facts.minimumOrderShares);
  }
  const ineligible = refuseBuyer(facts);
  if (ineligible) return ineligible;
  return facts.totalCents > facts.availableCashCents ? investingErrors.INSUFFICIENT_FUNDS : null;
}

function belowMinimumOrder(minimumOrderShares: number): ErrorDefinition {
  const minimum = counted(minimumOrderShares, 'share');
  const message = `The minimum order for this offering is ${minimum}. You can buy fewer only if you buy all that remain.`;
  return { ...investingErrors.BELOW_MINIMUM_ORDER, message };
}

/** The limits of this product: each per calendar month and year in UTC, null for none. */
export interface LimitCents {
  monthlyCents: Cents | null;
  annualCents: Cents | null;
}

interface Calendar {
  month: string;
  year: string;
  monthEnds: string;
  yearEnds: string;
}

/** Written without date formatting: each purchase of a batch asks for it. */
function calendarOf(at: Date): Calendar {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + 1];
  const yearEnds = firstDay(year + 1, 1);
  return {
    month: monthText(year, month),
    year: `${year}-`,
    monthEnds: month === 12 ? yearEnds : firstDay(year, month + 1),
    yearEnds,
  };
}

const monthText = (year: number, month: number) => `${year}-${month < 10 ? '0' : ''}${month}`;
const firstDay = (year: number, month: number) => `${monthText(year, month)}-01T00:00:00.000Z`;

/** The calendar month of a moment in UTC, such as "2026-11". */
export function investingMonth(at: Date): string {
  return calendarOf(at).month;
}

/** The amounts that count towards a buyer's limits: purchases by their calendar month, and the money that open bids have reserved. */
export interface Spending {
  investedIn: ReadonlyMap<string, Cents>;
  reservedCents: Cents;
}

/**
 * The remaining limits at a moment. Reserved money counts in every month: a bid can be filled in any month
 * until it closes, and then it moves from reserved to invested.
 */
export function limitsLeft(
  { monthlyCents, annualCents }: LimitCents,
  { investedIn, reservedCents }: Spending,
  now: Date,
): Pick<InvestingLimits, 'monthly' | 'annual'> {
  const { month, year, monthEnds, yearEnds } = calendarOf(now);
  let inYear = 0;
  for (const [key, amount] of investedIn) if (key.startsWith(year)) inYear += amount;
  const left = (limitCents: Cents | null, invested: Cents, renewsAt: string) =>
    limitCents === null
      ? null
      : { limitCents, leftCents: Math.max(0, limitCents - invested - reservedCents), renewsAt };
  return {
    monthly: left(monthlyCents, investedIn.get(month) ?? 0, monthEnds),
    annual: left(annualCents, inYear, yearEnds),
  };
}

/** The limit that an amount would exceed, and a text that says how much of it is left, and until when. */
interface OverLimit {
  period: 'month' | 'year';
  message: string;
}

/** The first limit that an amount would exceed, or null: the month's before the year's. */
export function overLimit(
  amountCents: Cents,
  { monthly, annual }: Pick<InvestingLimits, 'monthly' | 'annual'>,
): OverLimit | null {
  const period = monthly && amountCents > monthly.leftCents ? 'month' : 'year';
  const over = period === 'month' ? monthly : annual;
  if (!over || amountCents <= over.leftCents) return null;
  const left = formatUsdExact(over.leftCents);
  return {
    period,
    message:
      `You can invest ${left} more this calendar ${period} (limit ${formatUsdExact(over.limitCents)}). ` +
      `Your limit resets on ${formatDate(over.renewsAt)}.`,
  };
}
