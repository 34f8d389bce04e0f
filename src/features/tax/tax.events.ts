/** A property's distributions of a year were classified, or a classification was corrected. */
export const CLASSIFIED = 'tax.classified';
/** Admins may download the figures of a form. */
export const EXPORT_RELEASED = 'tax.exportReleased';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    tax: typeof import('./tax.events.ts');
  }
}
