import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** A person's certificate was issued. */
export const CERTIFICATE_ISSUED = defineEvent('certificates.issued', z.object({ code: z.string() }));

declare module '#kernel/events.ts' {
  interface SliceEvents {
    certificates: typeof import('./certificates.events.ts');
  }
}
