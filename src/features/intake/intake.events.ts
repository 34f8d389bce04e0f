import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** An owner's draft was saved, valued, submitted or put away. */
export const DRAFT_CHANGED = defineEvent('intake.draftChanged', z.object({ version: z.int() }));

declare module '#kernel/events.ts' {
  interface SliceEvents {
    intake: typeof import('./intake.events.ts');
  }
}
