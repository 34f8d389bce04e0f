import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { followPage } from '#features/analytics/server/follow-outbox.ts';
import { rebuildRollups } from '#features/analytics/server/index.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';

/** Everything in the rollups but the position. */
export async function rollupsOf({ db }: Platform) {
  const tables: unknown[] = [];
  for (const [table, key] of [
    ['property_days', '1, 2'],
    ['days', '1, 2'],
    ['properties', '1, 2'],
    ['investors', '1'],
  ])
    tables.push(await rows(db, sql.raw(`select * from analytics_${table} order by ${key}`)));
  const totals = await rows(
    db,
    sql`select listed_properties, active_investors, raised_cents::text as raised, yield_times_raised::text as weighted,
               submitted, approved, sold, funded, paid_out
        from analytics_totals`,
  );
  return { tables, totals };
}

/** Counts every event that is left, at most this many at a time. */
export async function countEvents(platform: Platform, maxRows?: number): Promise<void> {
  while (!(await followPage(platform, maxRows)).done);
}

/** After all events are counted, the rollups are the same as computed from the start. */
export async function expectRollupsAsRebuilt(platform: Platform): Promise<void> {
  await countEvents(platform);
  const counted = await rollupsOf(platform);
  await rebuildRollups(platform);
  expect(counted).toEqual(await rollupsOf(platform));
}
