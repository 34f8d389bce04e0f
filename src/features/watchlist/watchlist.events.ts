import { defineEvent } from '#kernel/events.ts';

/** A person's watchlist or its alerts changed; nobody else receives this. */
export const WATCHLIST_CHANGED = defineEvent('watchlist.changed');

declare module '#kernel/events.ts' {
  interface SliceEvents {
    watchlist: typeof import('./watchlist.events.ts');
  }
}
