import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** A property's distributions of a year were classified, or a classification was corrected. */
export const CLASSIFIED = defineEvent('tax.classified', z.object({ classificationId: z.uuid() }));
/** Admins may download the figures of a form. */
export const EXPORT_RELEASED = defineEvent('tax.exportReleased', z.object({ id: z.string() }));

declare module '#kernel/events.ts' {
  interface SliceEvents {
    tax: typeof import('./tax.events.ts');
  }
}
