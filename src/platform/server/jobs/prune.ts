import { sql } from 'drizzle-orm';
import { after, DAY } from '#kernel/time.ts';
import { type Queryable, rows } from '../database/db.ts';
import type { JobHandler } from './job-runs.ts';
import { rotatePartitions } from './partitions.ts';
import { pruneSequence } from './sequencer.ts';
import { inTimeSlices } from './time-slices.ts';

/** Retention of finished jobs; events are removed by the month, and so up to a month later. */
export const RETENTION_MS = 30 * DAY;
/** Jobs deleted by one statement. */
const MAX_PRUNED_JOBS = 5_000;

/**
 * Deletes finished and dismissed jobs after 30 days, and drops months of events that ended as long ago. Audit rows
 * and idempotency keys are never deleted.
 */
export const pruneFinishedWork: JobHandler = async (ctx) => {
  const { platform } = ctx;
  const before = after(platform.clock.now(), -RETENTION_MS);
  const again = await inTimeSlices(ctx, () => pruneJobs(platform.db, before));
  if (again) return again;
  const next = await rotatePartitions(platform, 'outbox_events', before);
  await pruneSequence(platform.db);
  return next;
};

/** Deletes the oldest of the jobs that were finished before a moment. */
export async function pruneJobs(
  db: Queryable,
  before: Date,
  maxRows = MAX_PRUNED_JOBS,
): Promise<{ done: boolean }> {
  const deleted = await rows(
    db,
    sql`delete from jobs where id in (
          select id from jobs where status in ('done', 'set_aside') and finished_at < ${before.toISOString()}::timestamptz
          order by finished_at limit ${maxRows}::int)
        returning 1 as one`,
  );
  return { done: deleted.length < maxRows };
}
