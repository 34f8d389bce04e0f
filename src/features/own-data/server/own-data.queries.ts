import { asc, eq } from 'drizzle-orm';
import { retainedRecords } from '#db/schema/own-data.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { Closing, RetainedRecord } from '../own-data.contract.ts';
import { closingObstacles } from './closing-obstacles.ts';
import { recordsToRetain } from './retained-kinds.ts';

/** What is kept of a closed account, the first to end first. */
export async function retainedOf(db: Queryable, userId: string): Promise<RetainedRecord[]> {
  const found = await db
    .select({ kind: retainedRecords.kind, endsAt: retainedRecords.endsAt })
    .from(retainedRecords)
    .where(eq(retainedRecords.userId, userId))
    .orderBy(asc(retainedRecords.endsAt));
  return found.map(({ kind, endsAt }) => ({ kind, endsAt: endsAt.toISOString() }));
}

/** What closing the caller's account would meet now, and what would be kept of it. */
export async function closing({ db, clock }: Platform, { userId }: UserActor): Promise<Closing> {
  const now = clock.now();
  return {
    obstacles: await closingObstacles(db, userId, now),
    retained: await recordsToRetain(db, userId, now),
  };
}
