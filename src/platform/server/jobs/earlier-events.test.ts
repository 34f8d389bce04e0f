import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { nextLogPart } from '#features/notifications/server/receipts.queries.ts';
import { databaseAt } from '#tests/support/migrations.ts';
import { embedded } from '../adapters/database/database.ts';
import { auditChainInvariants } from '../audit/audit-chain.ts';
import { rows } from '../database/db.ts';
import { checkInvariants } from '../verification/invariants.ts';
import { sequenceOutbox } from './sequencer.ts';

/**
 * Events of several partitions and audit rows that committed in another order than that of their numbers. Audit row 1 is sealed, receipts were
 * sent up to row 3, and row 4 was added by hand before the sealed one.
 */
const EARLIER = `
  insert into outbox_events (xid, operation_id, type, payload, at)
    select xid::text::xid8, gen_random_uuid(), 'test.event', '{}', now() + (xid - 17) * interval '1 month'
    from unnest('{17,15,15,19}'::int[]) xid;
  insert into analytics_totals select (jsonb_populate_record(null::analytics_totals, '{"id": 1, "xid": "17",
    "event_id": 1, "followed_at": "2026-11-01", "listed_properties": 0, "active_investors": 0, "raised_cents": 0,
    "yield_times_raised": 0, "submitted": 0, "approved": 0, "sold": 0, "funded": 0, "paid_out": 0}')).*;
  insert into audit_log (xid, operation_id, at, action, actor_kind, actor_id, subject, details)
    select xid::text::xid8, gen_random_uuid(), now(), 'test.logged', 'system', 'test', 'test', '{}'
    from unnest('{15,19,18,13}'::int[]) xid;
  insert into audit_seals (position, seq, hash)
    select 1, seq, encode(sha256(convert_to(json_build_array(seq, operation_id,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), action, actor_kind, actor_id, subject, details)::text,
      'UTF8')), 'hex') from audit_log where seq = 1;
  insert into receipt_progress (audit_seq) values (3)`;

test('an earlier database goes on in the order of its transactions, and what was read is not read again', async () => {
  const client = await databaseAt('0031_waiting-jobs');
  await client.exec(EARLIER);
  const { db, close } = await embedded(client);
  const positions = await rows<{ id: number }>(
    db,
    sql`select event_id::int as id from outbox_positions order by position`,
  );
  expect(positions.map(({ id }) => id)).toEqual([2, 3, 1, 4]);
  expect(await sequenceOutbox(db)).toEqual({ head: 4, hasMore: false });
  const [counted] = await rows(db, sql`select position::int as position from analytics_totals`);
  expect(counted).toEqual({ position: 3 });
  const seals = await rows<{ seq: number }>(
    db,
    sql`select seq::int as seq from audit_seals order by position`,
  );
  expect(seals.map(({ seq }) => seq)).toEqual([1, 3, 2]);
  const findings = await checkInvariants(db, auditChainInvariants);
  expect(findings.flatMap(({ drifts }) => drifts.map(({ subject }) => subject))).toEqual(['audit row 4']);
  expect(await nextLogPart(db)).toMatchObject({ after: 3, through: 2 });
  await close();
});
