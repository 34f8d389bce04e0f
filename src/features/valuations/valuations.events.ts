import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';
import { propertyId } from '#kernel/schemas.ts';

/** An owner filed a valuation. */
export const VALUATION_FILED = defineEvent(
  'valuations.filed',
  z.object({ propertyId, valuationId: z.uuid() }),
);
/** A valuation is effective from now on: the offering's own, or one that an admin approved. */
export const VALUATION_APPROVED = defineEvent(
  'valuations.approved',
  z.object({
    propertyId,
    valuationId: z.uuid(),
    isOffering: z.boolean(),
    haltUntil: z.string().nullable(),
  }),
);
/** An admin rejected a valuation. */
export const VALUATION_REJECTED = defineEvent(
  'valuations.rejected',
  z.object({ propertyId, valuationId: z.uuid() }),
);

declare module '#kernel/events.ts' {
  interface SliceEvents {
    valuations: typeof import('./valuations.events.ts');
  }
}
