import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { MAX_CENTS } from '#kernel/money.ts';
import { cents, instant, lineText, personText, propertyId, requestId } from '#kernel/schemas.ts';
import { fundingDays, minimumOrderShares, minimumShares } from './offering-terms.contract.ts';

/** Open while money is in escrow, funded when it was paid to the owner, closed when every share is sold as well. */
export const offeringState = z.enum(['open', 'funded', 'failed', 'closed']);

/** The terms of an offering, and how far it is. */
export const offeringView = z.object({
  state: offeringState,
  /** Shares that must be sold; 0 when there is no minimum. */
  minimumShares: z.int(),
  targetCents: cents,
  raisedCents: cents,
  fundingDays: z.int(),
  /** Fewest shares of one purchase; a buyer of all that remain may buy fewer. */
  minimumOrderShares: z.int(),
  /** Part of the proceeds that repays the mortgage before the owner gets anything, in cents. */
  mortgageRepaymentCents: cents,
  /** Null before approval, and without a minimum. */
  deadline: instant.nullable(),
  /**
   * When it closes as things are now: the deadline, or sooner when the minimum is sold; null when it is not running, or
   * its property is not on the market.
   */
  closesAt: instant.nullable(),
  /** When it was funded; null before, and when it failed. */
  fundedAt: instant.nullable(),
  /** Of a failed offering: whether every purchase is refunded. */
  refunded: z.boolean(),
  /** Set while an admin holds the release of escrow; the reason is for the owner, the holders and admins. */
  hold: z.object({ since: instant, reason: z.string().nullable() }).nullable(),
});

/** The terms that the admin has read; a decision is refused when they were changed since. */
export const shownTerms = z.strictObject({
  minimumShares,
  fundingDays,
  minimumOrderShares: minimumOrderShares.optional(),
});

/**
 * Other terms for an offering of which nothing is sold; the days count from now once it is on the market. Without a
 * minimum order the one that it has stays.
 */
export const setOfferingTermsInput = z.strictObject({
  id: propertyId,
  minimumShares,
  fundingDays,
  minimumOrderShares: minimumOrderShares.optional(),
  shownTerms: shownTerms.optional(),
});

/** Holds the release of an offering's escrow. */
export const holdReleaseInput = z.strictObject({
  id: propertyId,
  reason: personText(500, 'Give a reason. The owner will see it.'),
});
export const liftHoldInput = z.strictObject({ id: propertyId });

/** Pays the lender of a property's mortgage what waits for it. */
export const payLenderInput = z.strictObject({
  id: propertyId,
  /** All that waits, as the admin was shown it. */
  amountCents: z.int().min(1).max(MAX_CENTS),
  reference: lineText(500, 'Enter the reference of the bank transfer.'),
  requestId,
});

export const offeringErrors = defineErrors({
  PROPERTY_NOT_FOUND: ['notFound', 'This property does not exist or is not available to you.'],
  TERMS_CHANGED: ['conflict', 'The terms have changed since you opened them. Review the new terms.'],
  REFUNDS_RUNNING: [
    'conflict',
    'The purchases of the failed offering are still being refunded. Try again in a few minutes.',
  ],
  OFFERING_CLOSED: [
    'refused',
    'This offering has failed. A new one begins when the property is approved again.',
  ],
  LENDER_AMOUNT_CHANGED: ['conflict', 'The amount due to the lender has changed. Review it again.'],
  ALREADY_ON_HOLD: ['conflict', 'The payout of this offering is already on hold.'],
  NOT_ON_HOLD: ['conflict', 'The payout of this offering is not on hold.'],
  OFFERING_HAS_PURCHASES: ['refused', 'Shares have been sold on these terms, so they cannot be changed.'],
  MINIMUM_TOO_HIGH: ['refused', 'The minimum is more than the number of shares offered.'],
  REPAYMENT_TOO_HIGH: [
    'refused',
    'Selling only the minimum would raise less than this offering has to repay on the mortgage.',
  ],
  MINIMUM_ORDER_TOO_HIGH: ['refused', 'The minimum order is more than the number of shares offered.'],
});

export type PayLenderInput = z.output<typeof payLenderInput>;
export type OfferingView = z.infer<typeof offeringView>;
