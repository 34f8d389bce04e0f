/** Someone joined the waitlist; a job posts it to the operator's webhook. */
export const WAITLIST_JOINED = 'waitlist.joined';
/** An admin deleted one entry, or all. */
export const ENTRIES_REMOVED = 'waitlist.entriesRemoved';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    waitlist: typeof import('./waitlist.events.ts');
  }
}
