import { type SQL, sql } from 'drizzle-orm';
import { type Actor, actorId } from './caller.ts';
import { insertion, type Write } from './columns.ts';
import { rows, type Transaction } from './db.ts';
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

/** Tells each person whom a query of (user_id) names the same, without a row leaving the database. */
export async function appendEventForEach(
  tx: Transaction,
  { operationId, now }: Pick<RunRecord, 'operationId'> & { now: Date },
  { type, payload }: Omit<NewEvent, 'userId' | 'propertyId'>,
  people: SQL,
  { awaits }: Pick<Jobs, 'awaits'>,
): Promise<void> {
  const at = now.toISOString();
  await rows(
    tx,
    sql`insert into outbox_events (operation_id, type, user_id, payload, at, dispatched_at)
        select ${operationId}::uuid, ${type}::text, p.user_id, ${JSON.stringify(payload)}::text::jsonb,
               ${at}::timestamptz, ${awaits(type) ? null : at}::timestamptz
        from (${people}) p`,
  );
}
