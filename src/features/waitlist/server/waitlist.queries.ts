import { and, desc, ilike, lt, or, sql } from 'drizzle-orm';
import { waitlistEntries } from '#db/schema/waitlist.ts';
import { cursorPart, readCursor } from '#platform/server/database/cursors.ts';
import { type Database, patternContaining } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { WaitlistEntry, WaitlistListInput, WaitlistStats } from '../waitlist.contract.ts';
import { recently } from '../waitlist.rules.ts';

const { id, email, name, joinedAt } = waitlistEntries;

/** Entries whose email or name has this text in it; all of them without one. */
export function isAbout(q: string | undefined) {
  return q ? or(ilike(email, patternContaining(q)), ilike(name, patternContaining(q))) : undefined;
}

/** The entries of the waitlist, newest first. */
export async function entries(db: Database, { q, cursor, limit }: WaitlistListInput) {
  const [last] = cursor === undefined ? [] : readCursor(cursor, cursorPart.uuid);
  const found = await db
    .select({ id, email, name, joinedAt })
    .from(waitlistEntries)
    .where(and(isAbout(q), last === undefined ? undefined : lt(id, last)))
    .orderBy(desc(id))
    .limit(limit + 1);
  const items = found
    .slice(0, limit)
    .map(({ joinedAt: at, ...entry }): WaitlistEntry => ({ ...entry, timestamp: at.toISOString() }));
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** How many joined in all, with a name, in the last 7 days, and within one calendar month. */
export async function stats({ db, clock }: Platform): Promise<WaitlistStats> {
  const { weekFrom, monthFrom } = recently(clock.now());
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
