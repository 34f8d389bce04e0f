import type { EventType } from './events.ts';

/** Set when the answer was recorded by an earlier call with the same idempotency key. */
export const REPLAYED_HEADER = 'idempotent-replayed';

/** Lists the events that the caller's command emitted, as JSON of `OwnEvent[]`. */
export const EVENTS_HEADER = 'commonhold-events';

export interface OwnEvent {
  /** The id of its live event begins with it. */
  transaction: string;
  type: EventType;
  /** Whether it names the caller. */
  mine: boolean;
  isBroadcast: boolean;
}
