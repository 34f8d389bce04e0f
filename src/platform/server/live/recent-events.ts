import type { Cursor, StoredEvent } from '../runtime/platform.ts';

const compare = (one: string, other: string) =>
  one.length - other.length || (one > other ? 1 : one < other ? -1 : 0);

/** Whether the first place comes after the second, in the order in which events are read. */
export function isAfter(place: Cursor, other: Cursor): boolean {
  return (compare(place.xid, other.xid) || compare(place.id, other.id)) > 0;
}

/** The last events that were read, without a gap since `start`. */
export interface RecentEvents {
  /** Events after this place are here; null while nothing is read. */
  readonly start: Cursor | null;
  /** What was read up to now. */
  readonly head: Cursor | null;
  begin(at: Cursor): void;
  add(events: readonly StoredEvent[]): void;
  /** The events after a place; null when they are not all here. */
  after(place: Cursor): StoredEvent[] | null;
  forget(): void;
}

/** Keeps at least the last `most` events, and twice as many at most. */
export function recentEvents(most: number): RecentEvents {
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
    forget: () => begin(null),
    add(more) {
      events = events.concat(more);
      if (events.length <= 2 * most) return;
      start = events.at(-most - 1) ?? start;
      events = events.slice(-most);
    },
    after(place) {
      if (start === null || isAfter(start, place)) return null;
      const last = events.findLastIndex((event) => !isAfter(event, place));
      return events.slice(last + 1);
    },
  };
}
