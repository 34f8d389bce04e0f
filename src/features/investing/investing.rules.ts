import type { ErrorDefinition } from '#kernel/errors.ts';
import { PROCESSING_FEE_BPS } from '#kernel/fees.ts';
import { type Cents, feeOf, multiply } from '#kernel/money.ts';
import { cancelErrors, investingErrors } from './investing.contract.ts';

export interface PurchaseQuote {
  amountCents: Cents;
  feeCents: Cents;
  totalCents: Cents;
}

/** What `shares` at `pricePerShareCents` cost; the client previews with it, the server charges by it. */
export function quotePurchase(shares: number, pricePerShareCents: Cents): PurchaseQuote {
  const amountCents = multiply(pricePerShareCents, shares);
  const feeCents = feeOf(amountCents, PROCESSING_FEE_BPS);
  return { amountCents, feeCents, totalCents: amountCents + feeCents };
}

/** How many whole shares an amount buys with the processing fee of the primary market (D-48). */
export function affordableShares(amountCents: Cents, pricePerShareCents: Cents): number {
  let shares = Math.floor(amountCents / pricePerShareCents);
  while (shares > 0 && quotePurchase(shares, pricePerShareCents).totalCents > amountCents) shares -= 1;
  return shares;
}

export interface PurchaseFacts {
  status: 'pending' | 'approved' | 'rejected';
  /** The deadline of the offering is over, and it waits to be closed. */
  overdue: boolean;
  shares: number;
  availableShares: number;
  totalCents: Cents;
  availableCashCents: Cents;
}

/** Why a purchase is refused, or null: first whether it is open, then shares, then money (BUY-04, BUY-13, BUY-14). */
export function refuseToInvest(facts: PurchaseFacts): ErrorDefinition | null {
  if (facts.status !== 'approved' || facts.overdue) return investingErrors.NOT_OPEN;
  if (facts.shares > facts.availableShares) return investingErrors.NOT_ENOUGH_SHARES;
  if (facts.totalCents > facts.availableCashCents) return investingErrors.INSUFFICIENT_FUNDS;
  return null;
}

export interface CancelFacts {
  refunded: boolean;
  /** The offering is open, and its deadline is not over. */
  open: boolean;
  /** Until when the purchase can be cancelled. */
  until: Date;
  now: Date;
}

/** Why cancelling a purchase is refused, or null. */
export function refuseToCancel({ refunded, open, until, now }: CancelFacts): ErrorDefinition | null {
  if (refunded) return cancelErrors.ALREADY_REFUNDED;
  if (!open) return cancelErrors.OFFERING_CLOSED;
  return now < until ? null : cancelErrors.CANCEL_TOO_LATE;
}
