import { sql } from 'drizzle-orm';
import type { Invariant } from '../verification/invariants.ts';

const unaudited = (audited: 'audit_log' | 'audit_runs') =>
  sql`not exists (select 1 from ${sql.raw(audited)} a where a.operation_id = one.operation_id)`;

/** Invariants of the records that every command writes. */
export const platformInvariants: readonly Invariant[] = [
  {
    name: 'an idempotency key belongs to an operation with an audit row',
    count: sql`select count(*) as checked from idempotency_keys`,
    drift: sql`
      select 'key ' || one.key || ' of ' || one.actor_id as subject,
             'operation ' || one.operation_id || ' has no audit row' as detail
      from idempotency_keys one where ${unaudited('audit_runs')}`,
  },
  {
    name: 'an event belongs to an operation with an audit row',
    count: sql`select count(*) as checked from outbox_events`,
    drift: sql`
      select 'event ' || one.id || ' ' || one.type as subject,
             'operation ' || one.operation_id || ' has no audit row' as detail
      from outbox_events one where ${unaudited('audit_log')} and ${unaudited('audit_runs')}`,
  },
  {
    name: 'every event has a position or waits for it',
    count: sql`select count(*) as checked from outbox_events`,
    // The queue is not joined: statistics often say that it is empty, and a nested loop would read it for each event.
    drift: sql`
      with lost as (
        select id from outbox_events except select event_id from outbox_positions except select id from outbox_unsequenced)
      select 'event ' || one.id || ' ' || one.type as subject,
             'has no position and is not queued for one: nobody reads it' as detail
      from lost join outbox_events one on one.id = lost.id`,
  },
  {
    name: 'no job was given up',
    warning: true,
    count: sql`select count(*) as checked from jobs`,
    drift: sql`
      select 'job ' || id || ' ' || kind as subject,
             'given up after ' || attempts || ' attempts: ' || coalesce(last_error, 'no reason recorded') as detail
      from jobs where status = 'dead'`,
  },
];
