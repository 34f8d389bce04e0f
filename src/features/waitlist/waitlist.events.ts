/** Somebody joined the waitlist; a job posts it to the operator's webhook. */
export const WAITLIST_JOINED = 'waitlist.joined';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    waitlist: typeof import('./waitlist.events.ts');
  }
}
