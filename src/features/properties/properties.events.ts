import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';
import { propertyId } from '#kernel/schemas.ts';

/** An owner submitted a property for review. */
export const PROPERTY_SUBMITTED = defineEvent('properties.propertySubmitted', z.object({ propertyId }));
/** The owner of a rejected property corrected it and submitted it again. */
export const PROPERTY_RESUBMITTED = defineEvent(
  'properties.propertyResubmitted',
  z.object({ propertyId, at: z.string() }),
);
/** The picture of a property is at an address that is yet to be fetched. */
export const IMAGE_REQUESTED = defineEvent(
  'properties.imageRequested',
  z.object({ propertyId, at: z.string() }),
);
/** The copy of a property's picture is there. */
export const IMAGE_STORED = defineEvent('properties.imageStored', z.object({ propertyId }));
/** An admin approved, rejected or reset a property. */
export const STATUS_CHANGED = defineEvent(
  'properties.statusChanged',
  z.object({
    propertyId,
    status: z.string(),
    reason: z.string().nullable(),
    at: z.string(),
  }),
);
/** The owner of a property that was never approved closed the account; nothing of the submission is left. */
export const PROPERTY_ERASED = defineEvent('properties.propertyErased', z.object({ propertyId }));

declare module '#kernel/events.ts' {
  interface SliceEvents {
    properties: typeof import('./properties.events.ts');
  }
}
