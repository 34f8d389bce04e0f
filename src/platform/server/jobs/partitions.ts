import { sql } from 'drizzle-orm';
import { after, HOUR } from '#kernel/time.ts';
import { databaseErrorOf } from '../errors/database-errors.ts';
import type { Platform } from '../runtime/platform.ts';
import type { JobHandler } from './job-runs.ts';

/** Months whose partitions are made ahead. */
export const MONTHS_AHEAD = 2;

const LOCK_NOT_AVAILABLE = '55P03';

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
  try {
    await db.execute(
      sql`select make_partitions(${table}::text, ${now.toISOString()}::timestamptz, ${MONTHS_AHEAD}::int)`,
    );
    await db.execute(sql`select drop_partitions(${table}::text, ${before.toISOString()}::timestamptz)`);
  } catch (error) {
    if (databaseErrorOf(error)?.code !== LOCK_NOT_AVAILABLE) throw error;
    return { runAgainAt: after(now, HOUR) };
  }
}
