import { desc, lt, sql } from 'drizzle-orm';
import { waitlistEntries } from '#db/schema/waitlist.ts';
import { cursorPart, readCursor } from '#platform/server/cursors.ts';
import type { Database } from '#platform/server/db.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { WaitlistEntry, WaitlistStats } from '../waitlist.contract.ts';
import { recently } from '../waitlist.rules.ts';

/** The entries of the waitlist, newest first (AWL-08, AWL-11). */
export async function entries(db: Database, input: { cursor?: string | undefined; limit: number }) {
  const { cursor, limit } = input;
  const [last] = cursor === undefined ? [] : readCursor(cursor, cursorPart.uuid);
  const found = await db
    .select()
    .from(waitlistEntries)
    .where(last === undefined ? undefined : lt(waitlistEntries.id, last))
    .orderBy(desc(waitlistEntries.id))
    .limit(limit + 1);
  const items = found.slice(0, limit).map(
    ({ id, email, name, joinedAt }): WaitlistEntry => ({
      id,
      email,
      name,
      timestamp: joinedAt.toISOString(),
    }),
  );
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** How many joined in all, with a name, in the last 7 days, and within one calendar month (AWL-01 to AWL-04). */
export async function stats({ db, clock }: Platform): Promise<WaitlistStats> {
  const { weekFrom, monthFrom } = recently(clock.now());
  const since = (from: Date) =>
    sql<number>`count(*) filter (where ${waitlistEntries.joinedAt} >= ${from.toISOString()}::timestamptz)::int`;
  const [figures] = await db
    .select({
      total: sql<number>`count(*)::int`,
      withNames: sql<number>`count(${waitlistEntries.name})::int`,
      thisWeek: since(weekFrom),
      thisMonth: since(monthFrom),
    })
    .from(waitlistEntries);
  return figures ?? { total: 0, withNames: 0, thisWeek: 0, thisMonth: 0 };
}
