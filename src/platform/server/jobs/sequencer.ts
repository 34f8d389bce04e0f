import { sql } from 'drizzle-orm';
import { type Queryable, rows } from '../database/db.ts';

/** Few enough that a statement about them stays within the time limit. */
const MAX_STEP_EVENTS = 5_000;

/**
 * Assigns the next positions to committed events that have none: without gaps, one to each event, and in the order of
 * commits for the events of one connection. Every reader of the outbox calls this first, on any server. It is a single
 * statement, so that a server that is killed or stopped during it leaves nothing half done and holds no lock.
 *
 * The lock on the head admits one caller at a time. The next one waits, reads the new head, and no longer finds the events
 * of the first in the queue. With an empty queue nothing is locked or written.
 * @returns the last position, and whether there may be more events without one
 */
export async function sequenceOutbox(
  db: Queryable,
  maxEvents = MAX_STEP_EVENTS,
): Promise<{ head: number; hasMore: boolean }> {
  const [step] = await rows<{ head: number; hasMore: boolean }>(
    db,
    sql`with head as (
          select position from outbox_head where exists (select 1 from outbox_unsequenced) for update
        ), next as materialized (
          select id from outbox_unsequenced order by id limit ${maxEvents}
        ), taken as (
          delete from outbox_unsequenced u
          where exists (select 1 from head) and id <= (select max(id) from next) returning id
        ), assigned as (
          insert into outbox_positions (position, event_id)
          select head.position + row_number() over (order by taken.id), taken.id from taken cross join head
          returning position
        ), moved as (
          update outbox_head set position = (select max(position) from assigned) where exists (select 1 from assigned)
        )
        select (select count(*) from next) = ${maxEvents}::int as "hasMore",
               coalesce((select max(position) from assigned), (select position from head),
                        (select position from outbox_head))::float8 as head`,
  );
  return { head: step?.head ?? 0, hasMore: step?.hasMore ?? false };
}

/** Sequences everything that was committed before the call. @returns the last position */
export async function sequenceAll(db: Queryable, maxEvents = MAX_STEP_EVENTS): Promise<number> {
  let step = await sequenceOutbox(db, maxEvents);
  while (step.hasMore) step = await sequenceOutbox(db, maxEvents);
  return step.head;
}

/** Deletes the positions of events that were removed. */
export async function pruneSequence(db: Queryable, maxEvents = MAX_STEP_EVENTS): Promise<void> {
  let count: number;
  do {
    const deleted = await rows(
      db,
      sql`delete from outbox_positions where event_id in (
            select event_id from outbox_positions
            where event_id < coalesce((select min(id) from outbox_events), ${Number.MAX_SAFE_INTEGER}::bigint)
            order by event_id limit ${maxEvents}::int)
          returning 1 as one`,
    );
    count = deleted.length;
  } while (count === maxEvents);
}
