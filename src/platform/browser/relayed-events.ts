import type { LiveEvent } from '#kernel/events.ts';

/** A live event with its id in the stream, as tabs exchange it. */
export interface StreamedEvent {
  id: string;
  change: LiveEvent;
}

/** With replicas: longer than the largest lag plus the loading of a tab. */
const RELAYED_MS = 20_000;

/** Positive when the event with `id` comes after the other one in the stream, negative when it comes before. */
export function compareIds(id: string, other: string): number {
  const [position = 0, ordinal = 0] = id.split('-').map(Number);
  const [otherPosition = 0, otherOrdinal = 0] = other.split('-').map(Number);
  return position - otherPosition || ordinal - otherOrdinal;
}

/**
 * The events of the last seconds, for tabs that open meanwhile.
 * @param loadedAfter the last event before this tab was loaded; null when that is not known
 */
export function relayedEvents(loadedAfter: string | null) {
  const events = new Map<string, { at: number; event: StreamedEvent }>();
  /** All events after this one are here. */
  let completeAfter = loadedAfter;
  return {
    /** Whether it was added lately: after the restore of a backup, ids are used again. */
    has: ({ id }: StreamedEvent): boolean =>
      performance.now() - (events.get(id)?.at ?? Number.NEGATIVE_INFINITY) <= RELAYED_MS,
    add(event: StreamedEvent): void {
      const now = performance.now();
      // So that the oldest ones stay the first.
      events.delete(event.id);
      events.set(event.id, { at: now, event });
      for (const [id, { at }] of events) {
        if (now - at <= RELAYED_MS) return;
        events.delete(id);
        if (completeAfter === null || compareIds(id, completeAfter) > 0) completeAfter = id;
      }
    },
    /** The events that a tab lacks which was loaded after this one; null when some of them are not here. */
    after(id: string | null): StreamedEvent[] | null {
      const all = Array.from(events.values(), ({ event }) => event);
      if (id === null) return all;
      if (completeAfter === null || compareIds(completeAfter, id) > 0) return null;
      return all.filter((event) => compareIds(event.id, id) > 0);
    },
  };
}
