import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';
import { propertyId } from '#kernel/schemas.ts';

/** An admin changed the minimum or the days of an offering. */
export const OFFERING_TERMS_SET = defineEvent('offerings.termsSet', z.object({ propertyId }));
/** An offering succeeded: its money is the owner's. */
export const OFFERING_FUNDED = defineEvent(
  'offerings.funded',
  z.object({ propertyId, closedAt: z.string() }),
);
/** An offering missed its minimum, or its property was rejected: its purchases are refunded. */
export const OFFERING_FAILED = defineEvent('offerings.failed', z.object({ propertyId, reason: z.string() }));
/** An admin put the escrow of an offering on hold. */
export const RELEASE_HELD = defineEvent(
  'offerings.releaseHeld',
  z.object({ propertyId, at: z.string(), reason: z.string().nullable() }),
);
/** An admin lifted that hold. */
export const HOLD_LIFTED = defineEvent(
  'offerings.holdLifted',
  z.object({ propertyId, at: z.string(), reason: z.string().nullable() }),
);
/** Money of a funded offering went to its owner. */
export const ESCROW_RELEASED = defineEvent('offerings.escrowReleased', z.object({ propertyId }));
/** Money released for the lender of a property's mortgage was paid to it. */
export const LENDER_PAID = defineEvent(
  'offerings.lenderPaid',
  z.object({ propertyId, amountCents: z.int() }),
);
/** Purchases were refunded in this operation, so they no longer count towards the buyers' limits. */
export const REFUNDS_RECORDED = defineEvent('offerings.refundsRecorded', z.object({ propertyId }));
/** A user's purchases of a failed offering were refunded. */
export const PURCHASES_REFUNDED = defineEvent('offerings.purchasesRefunded', z.object({ propertyId }));

declare module '#kernel/events.ts' {
  interface SliceEvents {
    offerings: typeof import('./offerings.events.ts');
  }
}
