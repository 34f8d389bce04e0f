import { type SQL, sql } from 'drizzle-orm';
import { assert } from '#kernel/assert.ts';
import { type Actor, actorId } from './caller.ts';
import { columnRows, rows, type Transaction } from './db.ts';
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

/** What is kept of one command run beside its own tables. */
export interface RunRecord {
  operationId: string;
  now: Date;
  actor: Actor;
  action: string;
  subject: string;
  details: Record<string, unknown>;
  events: readonly NewEvent[];
}

/**
 * Writes the audit rows and outbox rows of these runs: exactly one audit row for each run. Events that start no work
 * are told to screens only, and written as dispatched.
 */
export async function appendRecords(
  tx: Transaction,
  runs: readonly RunRecord[],
  { awaits }: Pick<Jobs, 'awaits'>,
): Promise<void> {
  const audits = runs.map(({ operationId, now, actor, action, subject, details }) => ({
    operationId,
    at: now,
    action,
    kind: actor.kind,
    actor: actorId(actor),
    subject,
    details,
  }));
  const events = runs.flatMap(({ operationId, now, events: told }) =>
    told.map((event) => ({ ...event, operationId, at: now, dispatchedAt: awaits(event.type) ? null : now })),
  );
  const [written] = await rows<{ audited: number }>(
    tx,
    sql`with audited as (
          insert into audit_log (operation_id, at, action, actor_kind, actor_id, subject, details)
          select * from ${columnRows('a', audits, {
            operationId: 'uuid',
            at: 'timestamptz',
            action: 'text',
            kind: 'text',
            actor: 'text',
            subject: 'text',
            details: 'jsonb',
          })}
          returning 1
        ), told as (
          insert into outbox_events (operation_id, type, user_id, property_id, payload, at, dispatched_at)
          select * from ${columnRows('e', events, {
            operationId: 'uuid',
            type: 'text',
            userId: 'text',
            propertyId: 'int',
            payload: 'jsonb',
            at: 'timestamptz',
            dispatchedAt: 'timestamptz',
          })}
        )
        select count(*)::int as audited from audited`,
  );
  assert(written?.audited === runs.length, 'every run has exactly one audit row');
}

/** Tells each person whom a query of (user_id) names the same, without a row leaving the database. */
export async function appendEventForEach(
  tx: Transaction,
  { operationId, now }: Pick<RunRecord, 'operationId' | 'now'>,
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
