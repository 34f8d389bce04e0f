import type { Cursor, StoredEvent } from '../runtime/platform.ts';

/** Whether a cursor comes after another one, in the order in which events are read. */
export function isAfter(cursor: Cursor, other: Cursor): boolean {
  return (cursor.position - other.position || cursor.ordinal - other.ordinal) > 0;
}

/** A cache of the last events, complete since `start`. */
interface RecentEvents {
  /** The cache holds all events after this cursor; null while it is empty. */
  readonly start: Cursor | null;
  /** The cursor of the last event that was read. */
  readonly head: Cursor | null;
  begin(at: Cursor): void;
  add(events: readonly StoredEvent[]): void;
  /** The events after a cursor; null when the cache does not hold all of them. */
  after(cursor: Cursor): StoredEvent[] | null;
  clear(): void;
}

/** Caches at least the last `minEvents` events, and at most twice as many. */
export function recentEvents(minEvents: number): RecentEvents {
  let start: Cursor | null = null;
  let events: StoredEvent[] = [];
  const begin = (at: Cursor | null) => {
    start = at;
    events = [];
  };
  return {
    get start() {
      return start;
    },
    get head() {
      return events.at(-1) ?? start;
    },
    begin,
    clear: () => begin(null),
    add(more) {
      events = events.concat(more);
      if (events.length <= 2 * minEvents) return;
      start = events.at(-minEvents - 1) ?? start;
      events = events.slice(-minEvents);
    },
    after(cursor) {
      if (start === null || isAfter(start, cursor)) return null;
      const last = events.findLastIndex((event) => !isAfter(event, cursor));
      return events.slice(last + 1);
    },
  };
}
