/**
 * The events of each slice, by its name: a slice adds the module of its event types here, so that only declared
 * events can be emitted, and the browser has to say of each what it makes stale.
 */
// biome-ignore lint/suspicious/noEmptyInterface: slices add to it.
export interface SliceEvents {}

/** The event types that a module exports. */
export type EventTypeOf<Events> = Extract<Events[keyof Events], string>;

/** Every declared event type: past tense, `slice.thingHappened`. */
export type EventType = { [Slice in keyof SliceEvents]: EventTypeOf<SliceEvents[Slice]> }[keyof SliceEvents];

/** Names the answer's header in which a command lists the events that it emitted, as JSON of `OwnEvent[]`. */
export const EVENTS_HEADER = 'commonhold-events';

/** An event of the caller's own command. */
export interface OwnEvent {
  /** The id of its live event begins with it. */
  transaction: string;
  type: EventType;
  /** Whether it names the caller. */
  mine: boolean;
  isBroadcast: boolean;
}

/** Sessions or access of a person ended; it ends their live streams, too. */
export const SESSIONS_ENDED = 'identity.sessionsEnded';
