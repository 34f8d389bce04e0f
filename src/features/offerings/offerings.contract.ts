import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { cents, instant, personText, propertyId } from '#kernel/schemas.ts';

/** How long an offering runs from its approval, unless its owner says otherwise. */
export const DEFAULT_FUNDING_DAYS = 60;

/** The longest time that an offering may run. */
export const MAX_FUNDING_DAYS = 365;

/** Open while money lies in escrow, funded when it went to the owner, closed when every share is sold as well. */
export const offeringState = z.enum(['open', 'funded', 'failed', 'closed']);

/** The terms of an offering, and how far it is. */
export const offeringView = z.object({
  state: offeringState,
  /** Shares that must be sold; 0 when there is no minimum. */
  minimumShares: z.int(),
  targetCents: cents,
  raisedCents: cents,
  fundingDays: z.int(),
  /** Null before approval, and without a minimum. */
  deadline: instant.nullable(),
  /**
   * When it closes as things are now: the deadline, or sooner when the minimum is sold; null when it is not running, or
   * its property is not on the market.
   */
  closesAt: instant.nullable(),
  /** Of a failed offering: whether every purchase is refunded. */
  refunded: z.boolean(),
  /** Set while an admin holds the release of escrow; the reason is for the owner, the holders and admins. */
  hold: z.object({ since: instant, reason: z.string().nullable() }).nullable(),
});

export const minimumShares = z
  .int('Give a whole number of shares.')
  .min(0, 'At least 0 shares.')
  .max(100_000_000, 'At most 100,000,000 shares.');
export const fundingDays = z
  .int('Give a whole number of days.')
  .min(1, 'At least 1 day.')
  .max(MAX_FUNDING_DAYS, `At most ${MAX_FUNDING_DAYS} days.`);

/** The terms that the admin has read; a decision is refused when they were changed since. */
export const shownTerms = z.strictObject({ minimumShares, fundingDays });

/** Other terms for an offering of which nothing is sold; the days count from now once it is on the market. */
export const setOfferingTermsInput = z.strictObject({
  id: propertyId,
  minimumShares,
  fundingDays,
  shownTerms: shownTerms.optional(),
});

/** Holds the release of an offering's escrow. */
export const holdReleaseInput = z.strictObject({
  id: propertyId,
  reason: personText(500, 'Give a reason. The owner will see it.'),
});
export const liftHoldInput = z.strictObject({ id: propertyId });

export const offeringErrors = defineErrors({
  PROPERTY_NOT_FOUND: ['notFound', 'This property does not exist or is not available to you.'],
  TERMS_CHANGED: ['conflict', 'The terms were changed since you opened them. Look at the new terms.'],
  REFUNDS_RUNNING: [
    'conflict',
    'The purchases of the failed offering are still being refunded. Try again in a few minutes.',
  ],
  OFFERING_CLOSED: [
    'refused',
    'This offering has failed. A new one begins when the property is approved again.',
  ],
  ALREADY_ON_HOLD: ['conflict', 'The payout of this offering is already on hold.'],
  NOT_ON_HOLD: ['conflict', 'The payout of this offering is not on hold.'],
  OFFERING_HAS_PURCHASES: ['refused', 'Shares are sold on these terms already, so they cannot be changed.'],
  MINIMUM_TOO_HIGH: ['refused', 'The minimum is more than the shares on offer.'],
});

export type OfferingView = z.infer<typeof offeringView>;
