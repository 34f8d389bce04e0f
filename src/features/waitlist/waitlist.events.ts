import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** Someone joined the waitlist; a job posts it to the operator's webhook. */
export const WAITLIST_JOINED = defineEvent('waitlist.joined', z.object({ entryId: z.string() }));
/** An admin deleted one entry, or all. */
export const ENTRIES_REMOVED = defineEvent('waitlist.entriesRemoved', z.object({ removed: z.int() }));

declare module '#kernel/events.ts' {
  interface SliceEvents {
    waitlist: typeof import('./waitlist.events.ts');
  }
}
