/** An admin changed the minimum or the days of an offering. */
export const OFFERING_TERMS_SET = 'offerings.termsSet';
/** An offering reached its minimum and was closed: its money is the owner's. */
export const OFFERING_FUNDED = 'offerings.funded';
/** An offering missed its minimum, or its property was rejected: its purchases are refunded. */
export const OFFERING_FAILED = 'offerings.failed';
/** An admin put the escrow of an offering on hold. */
export const RELEASE_HELD = 'offerings.releaseHeld';
/** An admin lifted that hold. */
export const HOLD_LIFTED = 'offerings.holdLifted';
/** Money of a funded offering went to its owner. */
export const ESCROW_RELEASED = 'offerings.escrowReleased';
/** Money released for the lender of a property's mortgage was paid to it. */
export const LENDER_PAID = 'offerings.lenderPaid';
/** Purchases were refunded in this operation, so they no longer count towards the buyers' limits. */
export const REFUNDS_RECORDED = 'offerings.refundsRecorded';
/** A user's purchases of a failed offering were refunded. */
export const PURCHASES_REFUNDED = 'offerings.purchasesRefunded';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    offerings: typeof import('./offerings.events.ts');
  }
}
