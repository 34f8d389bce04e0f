import type { EventType } from './events.ts';

/** Set when the answer was recorded by an earlier call with the same idempotency key. */
export const REPLAYED_HEADER = 'idempotent-replayed';

/** Lists the events that the caller's command emitted, as JSON of `OwnEvent[]`. */
export const EVENTS_HEADER = 'commonhold-events';

/** How far the database was when a request was answered, as a signed token; callers send the last one back. */
export const POSITION_HEADER = 'commonhold-position';

/** In place of a position: its sender is answered by the primary, with a position. */
export const UNKNOWN_POSITION = 'unknown';

export interface OwnEvent {
  /** The one that its live event names. */
  operation: string;
  type: EventType;
  /** Whether it names the caller. */
  mine: boolean;
  /** Whether it is broadcast to the viewers of a property. */
  isBroadcast: boolean;
}
