import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** A person accepted the current version of a legal document. */
export const LEGAL_ACCEPTED = defineEvent(
  'legal.accepted',
  z.object({ document: z.string(), version: z.int() }),
);

declare module '#kernel/events.ts' {
  interface SliceEvents {
    legal: typeof import('./legal.events.ts');
  }
}
