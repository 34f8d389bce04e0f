import { type Actor, actorId } from './caller.ts';
import { insertion, type Write } from './columns.ts';
import type { Jobs } from './platform.ts';

/** Something that happened, told in the same transaction that made it happen. */
export interface NewEvent {
  /** Past tense, `slice.thingHappened`. */
  type: string;
  payload: Record<string, unknown>;
  /** The user whose screens are told. */
  userId?: string;
  /** The property whose public figures changed; every open screen is told. */
  propertyId?: number;
}

/** What is kept of a command run beside its own tables. */
export interface RunRecord {
  operationId: string;
  actor: Actor;
  action: string;
  subject: string;
  details: Record<string, unknown>;
  events: readonly NewEvent[];
}

/**
 * The audit rows and outbox rows of these runs: exactly one audit row for each run. Events that start no work are told
 * to screens only, and written as dispatched.
 */
export function recordsOf(runs: readonly RunRecord[], now: Date, { awaits }: Pick<Jobs, 'awaits'>): Write[] {
  const told = runs.flatMap(({ operationId, events }) => events.map((event) => ({ event, operationId })));
  return [
    insertion('audit_log', runs, {
      operation_id: ['uuid', ({ operationId }) => operationId],
      at: ['timestamptz', now],
      action: ['text', ({ action }) => action],
      actor_kind: ['text', ({ actor }) => actor.kind],
      actor_id: ['text', ({ actor }) => actorId(actor)],
      subject: ['text', ({ subject }) => subject],
      details: ['jsonb', ({ details }) => details],
    }),
    insertion('outbox_events', told, {
      operation_id: ['uuid', ({ operationId }) => operationId],
      type: ['text', ({ event }) => event.type],
      user_id: ['text', ({ event }) => event.userId],
      property_id: ['int', ({ event }) => event.propertyId],
      payload: ['jsonb', ({ event }) => event.payload],
      at: ['timestamptz', now],
      dispatched_at: ['timestamptz', ({ event }) => (awaits(event.type) ? null : now)],
    }),
  ];
}
