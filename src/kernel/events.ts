/**
 * The events of each slice, by its name: a slice adds the module of its event types here, so that only declared
 * events can be emitted, and the browser has to list the queries that each makes stale.
 */
// biome-ignore lint/suspicious/noEmptyInterface: slices add to it.
export interface SliceEvents {}

/** The event types that a module exports. */
export type EventTypeOf<Events> = Extract<Events[keyof Events], string>;

/** Every declared event type: past tense, `slice.thingHappened`. */
export type EventType = { [Slice in keyof SliceEvents]: EventTypeOf<SliceEvents[Slice]> }[keyof SliceEvents];

/** Sessions or access of a person ended or changed; their live streams end, and resume with the access they have then. */
export const SESSIONS_ENDED = 'identity.sessionsEnded';
