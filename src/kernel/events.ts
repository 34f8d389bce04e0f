import { z } from 'zod';

/**
 * The events of each slice, by its name: a slice adds the module of its events here, so that only declared
 * events can be emitted, and the browser has to list the queries that each makes stale.
 */
// biome-ignore lint/suspicious/noEmptyInterface: slices add to it.
export interface SliceEvents {}

/** A payload is a JSON object. */
type PayloadSchema = z.ZodType<Record<string, unknown>, Record<string, unknown>>;

/** An event as a slice declares it: a command that emits it gives this payload, and subscribers get it parsed. */
export interface EventDefinition<
  Type extends string = string,
  Payload extends PayloadSchema = PayloadSchema,
> {
  /** Past tense, `slice.thingHappened`: as it stands in the database and in live streams. */
  type: Type;
  payload: Payload;
}

const noFields = z.object({});

/**
 * Declares an event, in `<slice>.events.ts`. Its payload is parsed when a job starts, which may be after an update of
 * the product: a field that is added later is optional.
 */
export function defineEvent<Type extends string>(type: Type): EventDefinition<Type, typeof noFields>;
export function defineEvent<Type extends string, Payload extends PayloadSchema>(
  type: Type,
  payload: Payload,
): EventDefinition<Type, Payload>;
export function defineEvent(type: string, payload: PayloadSchema = noFields): EventDefinition {
  return { type, payload };
}

/** The types of the events that a module exports. */
export type EventTypeOf<Events> = Extract<Events[keyof Events], EventDefinition>['type'];

/** Every declared event type. */
export type EventType = { [Slice in keyof SliceEvents]: EventTypeOf<SliceEvents[Slice]> }[keyof SliceEvents];

/** Sessions or access of a person ended or changed; their live streams end, and resume with the access they have then. */
export const SESSIONS_ENDED = defineEvent('identity.sessionsEnded');

/** Message to an open screen: an event of this type happened, to the viewer or to a property. Never amounts. */
export interface LiveEvent {
  type: string;
  propertyId: number | null;
  /** It is the viewer's own doing or concerns the viewer alone. */
  mine: boolean;
  /** The answer of the command that caused it names the same one. */
  operation: string;
  /** With replicas: a position after its commit. What is read because of the event must not be older. */
  position?: string;
}
