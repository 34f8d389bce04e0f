import { and, desc, ilike, lt, or, sql } from 'drizzle-orm';
import { waitlistEntries } from '#db/schema/waitlist.ts';
import { cursorPart, cutPage, readCursor } from '#platform/server/database/cursors.ts';
import { type Database, patternContaining } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { WaitlistEntry, WaitlistListInput, WaitlistStats } from '../waitlist.contract.ts';
import { recentPeriods } from '../waitlist.rules.ts';

const { id, email, name, joinedAt } = waitlistEntries;

/** Filters by a part of the email or name; no text matches everything. */
export function matches(q: string | undefined) {
  return q ? or(ilike(email, patternContaining(q)), ilike(name, patternContaining(q))) : undefined;
}

/** The entries of the waitlist, newest first. */
export async function entries(db: Database, { q, cursor, limit }: WaitlistListInput) {
  const [last] = cursor === undefined ? [] : readCursor(cursor, cursorPart.uuid);
  const found = await db
    .select({ id, email, name, joinedAt })
    .from(waitlistEntries)
    .where(and(matches(q), last === undefined ? undefined : lt(id, last)))
    .orderBy(desc(id))
    .limit(limit + 1);
  const items = found.map(
    ({ joinedAt: at, ...entry }): WaitlistEntry => ({ ...entry, timestamp: at.toISOString() }),
  );
  return cutPage(items, limit, (last) => last.id);
}

/** Counts of all entries, those with a name, of the last 7 days and of the last calendar month. */
export async function stats({ db, clock }: Platform): Promise<WaitlistStats> {
  const { weekFrom, monthFrom } = recentPeriods(clock.now());
  const since = (from: Date) =>
    sql<number>`count(*) filter (where ${joinedAt} >= ${from.toISOString()}::timestamptz)::int`;
  const [figures] = await db
    .select({
      total: sql<number>`count(*)::int`,
      withNames: sql<number>`count(${name})::int`,
      thisWeek: since(weekFrom),
      thisMonth: since(monthFrom),
    })
    .from(waitlistEntries);
  return figures ?? { total: 0, withNames: 0, thisWeek: 0, thisMonth: 0 };
}
