/** An owner submitted a property for review. */
export const PROPERTY_SUBMITTED = 'properties.propertySubmitted';
/** The owner of a rejected property corrected it and submitted it again. */
export const PROPERTY_RESUBMITTED = 'properties.propertyResubmitted';
/** The picture of a property is at an address that is yet to be fetched. */
export const IMAGE_REQUESTED = 'properties.imageRequested';
/** The copy of a property's picture is there. */
export const IMAGE_STORED = 'properties.imageStored';
/** An admin approved, rejected or reset a property. */
export const STATUS_CHANGED = 'properties.statusChanged';
/** The owner of a property that was never approved closed the account; nothing of the submission is left. */
export const PROPERTY_ERASED = 'properties.propertyErased';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    properties: typeof import('./properties.events.ts');
  }
}
