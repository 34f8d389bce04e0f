import { type SQL, sql } from 'drizzle-orm';
import { DAY, MINUTE } from '#kernel/time.ts';
import { rows, type Transaction } from '#platform/server/database/db.ts';
import { type JobHandler, RETENTION_MS } from '#platform/server/jobs/jobs.ts';
import { inTimeSlices } from '#platform/server/jobs/time-slices.ts';
import type { Cursor, Platform } from '#platform/server/runtime/platform.ts';
import { type AffectedProperty, computeAgain, computeAll, headOfOutbox, writeTotals } from './rollups.ts';

const ROLLUPS_LOCK_KEY = 7_203_413;
/** With more events at once, a busy day is recomputed less often. */
const MAX_STEP_EVENTS = 50_000;
/** A command's rows may be a little older than its event. */
const RECORD_MARGIN_MS = MINUTE;

/** Events after a cursor whose earlier transactions have all ended (see `readEvents` in live.ts). */
const after = ({ xid, id }: Cursor): SQL => sql`(o.xid, o.id) > (${xid}::xid8, ${id}::bigint)
  and o.xid < pg_snapshot_xmin(pg_current_snapshot())`;

/** The properties that events after a cursor name, as a query of (property_id, at). */
export const namedByEvents = (events: SQL): SQL => sql`
  select coalesce(e.property_id, o.property_id,
           case when o.payload->>'propertyId' ~ '^[0-9]{1,9}$' then (o.payload->>'propertyId')::int end) as property_id, o.at
  from ${events} o
  left join lateral json_to_recordset(o.live_events) as e(property_id int) on true`;

/**
 * Brings the rollups up to date: recomputes the figures that the next events may have changed, and moves the cursor
 * in the same transaction. So a job that is killed continues where it was, and an event that is read twice changes
 * nothing.
 */
export const followOutbox: JobHandler = (ctx) => inTimeSlices(ctx, () => followPage(ctx.platform));

/** Counts the next events. */
export function followPage({ db, clock }: Platform, maxRows = MAX_STEP_EVENTS): Promise<{ done: boolean }> {
  return db.transaction(async (tx) => {
    await lock(tx);
    const [cursor] = await rows<Cursor & { followedAtMs: number }>(
      tx,
      sql`select xid, event_id::text as id, (extract(epoch from followed_at) * 1000)::float8 as "followedAtMs"
          from analytics_totals where id = 1`,
    );
    const head = await headOfOutbox(tx);
    const now = clock.now();
    if (!cursor || isLost(cursor, head, now)) {
      await rebuildIn(tx, now);
      return { done: true };
    }
    const [last] = await rows<Cursor & { many: number }>(
      tx,
      sql`select page.xid::text as xid, page.id::text as id, (count(*) over ())::int as many
          from (select o.xid, o.id from outbox_events o where ${after(cursor)}
                order by o.xid, o.id limit ${maxRows}) page
          order by page.xid desc, page.id desc limit 1`,
    );
    if (!last) {
      await tx.execute(
        sql`update analytics_totals set followed_at = ${now.toISOString()}::timestamptz where id = 1`,
      );
      return { done: true };
    }
    const events = sql`(select * from outbox_events o where ${after(cursor)}
      and (o.xid, o.id) <= (${last.xid}::xid8, ${last.id}::bigint))`;
    const affected = await rows<AffectedProperty>(
      tx,
      sql`select n.property_id as "propertyId",
                 (extract(epoch from min(n.at)) * 1000)::float8 - ${RECORD_MARGIN_MS}::int as since
          from (${namedByEvents(events)}) n join properties p on p.id = n.property_id group by n.property_id`,
    );
    await computeAgain(tx, affected);
    await writeTotals(tx, last, now);
    return { done: last.many < maxRows };
  });
}

/** Events that nobody followed for so long may be deleted; a day is left for clocks that differ. */
const MAX_LAG_MS = RETENTION_MS - DAY;

/** Transaction id in a restored backup, in place of those of the database that it comes from. */
export const RESTORED_XID = '0';

/** Whether events behind a cursor cannot be followed: they may be deleted, or the cursor is of another database. */
function isLost(cursor: Cursor & { followedAtMs: number }, head: Cursor, now: Date): boolean {
  if (cursor.xid === RESTORED_XID || BigInt(cursor.xid) > BigInt(head.xid)) return true;
  return now.getTime() - cursor.followedAtMs > MAX_LAG_MS;
}

/** One worker changes the rollups at a time. */
const lock = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(${ROLLUPS_LOCK_KEY})`);

async function rebuildIn(tx: Transaction, now: Date): Promise<void> {
  const head = await headOfOutbox(tx);
  await computeAll(tx);
  await writeTotals(tx, head, now);
}

/** Computes every rollup again from the purchases, distributions and balances. */
export function rebuildRollups({ db, clock }: Platform): Promise<void> {
  return db.transaction(async (tx) => {
    await lock(tx);
    await rebuildIn(tx, clock.now());
  });
}
