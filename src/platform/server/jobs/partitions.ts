import { sql } from 'drizzle-orm';
import { after, HOUR } from '#kernel/time.ts';
import { rows } from '../database/db.ts';
import { databaseErrorOf } from '../errors/database-errors.ts';
import type { Platform } from '../runtime/platform.ts';
import type { JobHandler } from './job-runs.ts';

/** Months whose partitions are made ahead. */
export const MONTHS_AHEAD = 2;

/** Rows that are deleted from the default partition at a time. */
const MAX_DELETED_ROWS = 10_000;

/** A lock that was not available in time, and a deadlock with a command. */
const BUSY_CODES = ['55P03', '40P01'];

/**
 * Makes the partitions of the next months of a table, and drops those whose month had ended at `before`. Rows of a month
 * whose partition was not made in time are in the default partition, and are deleted from it row by row. While something
 * else uses the table for long, such as a backup, it is tried again in an hour.
 */
export async function rotatePartitions(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  table: 'outbox_events' | 'notifications',
  before: Date,
): ReturnType<JobHandler> {
  const now = clock.now();
  const until = sql`${before.toISOString()}::timestamptz`;
  for (let deleted = MAX_DELETED_ROWS; deleted === MAX_DELETED_ROWS; ) {
    const [found] = await rows<{ deleted: number }>(
      db,
      sql`select prune_default_partition(${table}::text, ${until}, ${MAX_DELETED_ROWS}::int) as deleted`,
    );
    deleted = found?.deleted ?? 0;
  }
  try {
    await db.execute(
      sql`select make_partitions(${table}::text, ${now.toISOString()}::timestamptz, ${MONTHS_AHEAD}::int)`,
    );
    await db.execute(sql`select drop_partitions(${table}::text, ${until})`);
  } catch (error) {
    if (!BUSY_CODES.includes(databaseErrorOf(error)?.code ?? '')) throw error;
    return { runAgainAt: after(now, HOUR) };
  }
}
