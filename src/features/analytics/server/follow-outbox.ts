import { type SQL, sql } from 'drizzle-orm';
import { analyticsTotals } from '#db/schema/analytics.ts';
import { after, DAY, MINUTE } from '#kernel/time.ts';
import { lock } from '#platform/server/database/advisory-locks.ts';
import { rows, type Transaction } from '#platform/server/database/db.ts';
import { epochMs } from '#platform/server/database/sql-values.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { RETENTION_MS } from '#platform/server/jobs/prune.ts';
import { sequenceAll } from '#platform/server/jobs/sequencer.ts';
import { inTimeSlices } from '#platform/server/jobs/time-slices.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { type AffectedProperty, computeAgain, computeAll, headOfOutbox, writeTotals } from './rollups.ts';

/**
 * A larger step recomputes a busy day less often; a smaller one keeps its statements short, as one row can have the events
 * of 128 commands.
 */
const MAX_STEP_EVENTS = 30_000;
/** A command's rows may be a little older than its event. */
const RECORD_MARGIN_MS = MINUTE;

/** The properties that events after a cursor name, as a query of (property_id, at). */
export const namedByEvents = (events: SQL): SQL => sql`
  select coalesce(e.property_id, o.property_id,
           case when o.payload->>'propertyId' ~ '^[0-9]{1,9}$' then (o.payload->>'propertyId')::int end) as property_id, o.at
  from ${events} o
  left join lateral json_to_recordset(o.live_events) as e(property_id int) on true`;

/**
 * The part of the time that following may take, so that purchases do not wait for it. A run that takes longer than that of
 * its minute is followed by a pause, after which one run counts what several would have.
 */
const MAX_TIME_SHARE = 0.015;
const MAX_PAUSE_MS = 30 * MINUTE;

/** When the next run may begin after one that took so long; null for the next minute. */
function pauseAfter(runMs: number, now: Date): Date | null {
  const pauseMs = Math.min(runMs / MAX_TIME_SHARE, MAX_PAUSE_MS);
  return pauseMs > MINUTE ? after(now, pauseMs) : null;
}

async function isPaused({ db, clock }: Platform): Promise<boolean> {
  const [totals] = await db.select({ until: analyticsTotals.pausedUntil }).from(analyticsTotals);
  return totals?.until != null && clock.now() < totals.until;
}

/**
 * Brings the rollups up to date: recomputes the figures that the next events may have changed, and moves their position
 * in the same transaction. So a job that is killed continues where it was, and an event that is read twice changes
 * nothing.
 */
export const followOutbox: JobHandler = async (ctx) => {
  if (await isPaused(ctx.platform)) return;
  const { db, clock } = ctx.platform;
  const began = performance.now();
  // What is left after a time slice waits for the next run: the page says as of when its figures are.
  await inTimeSlices(ctx, () => followPage(ctx.platform));
  const pausedUntil = pauseAfter(performance.now() - began, clock.now());
  await db.update(analyticsTotals).set({ pausedUntil });
};

/** Counts the next events. */
export async function followPage(
  { db, clock }: Platform,
  maxRows = MAX_STEP_EVENTS,
): Promise<{ done: boolean }> {
  await sequenceAll(db);
  return db.transaction(async (tx) => {
    await lock(tx, 'rollups');
    const [counted] = await rows<{ position: number; followedAtMs: number }>(
      tx,
      sql`select position::float8 as position, ${epochMs('followed_at')} as "followedAtMs"
          from analytics_totals where id = 1`,
    );
    const now = clock.now();
    if (!counted || now.getTime() - counted.followedAtMs > MAX_LAG_MS) {
      await rebuildIn(tx, now);
      return { done: true };
    }
    const { position } = counted;
    const [page] = await rows<{ last: number | null; count: number; lastAtMs: number | null }>(
      tx,
      sql`select max(page.position)::float8 as last, count(*)::int as count,
                 (select ${epochMs('o.at')} from outbox_positions p join outbox_events o on o.id = p.event_id
                  where p.position = max(page.position)) as "lastAtMs"
          from (select position from outbox_positions where position > ${position}::bigint
                order by position limit ${maxRows}) page`,
    );
    const last = page?.last ?? null;
    if (last === null) {
      await tx.execute(
        sql`update analytics_totals set followed_at = ${now.toISOString()}::timestamptz where id = 1`,
      );
      return { done: true };
    }
    const events = sql`(select o.* from outbox_positions p join outbox_events o on o.id = p.event_id
      where p.position > ${position}::bigint and p.position <= ${last}::bigint)`;
    const affected = await rows<AffectedProperty>(
      tx,
      sql`select n.property_id as "propertyId",
                 ${epochMs('min(n.at)')} - ${RECORD_MARGIN_MS}::int as since
          from (${namedByEvents(events)}) n join properties p on p.id = n.property_id group by n.property_id`,
    );
    await computeAgain(tx, affected);
    const isLast = (page?.count ?? 0) < maxRows;
    await writeTotals(tx, last, isLast ? now : new Date(page?.lastAtMs ?? now));
    return { done: isLast };
  });
}

/**
 * Figures that have not followed for so long are computed again: the next events may be deleted. A day is left for clocks
 * that differ.
 */
const MAX_LAG_MS = RETENTION_MS - DAY;

async function rebuildIn(tx: Transaction, now: Date): Promise<void> {
  const head = await headOfOutbox(tx);
  await computeAll(tx);
  await writeTotals(tx, head, now);
}

/** Computes every rollup again from the purchases, distributions and balances. */
export function rebuildRollups({ db, clock }: Platform): Promise<void> {
  return db.transaction(async (tx) => {
    await lock(tx, 'rollups');
    await rebuildIn(tx, clock.now());
  });
}
