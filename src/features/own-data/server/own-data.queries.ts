import { and, asc, desc, eq, gt } from 'drizzle-orm';
import { dataExports, retainedRecords } from '#db/schema/own-data.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { dayText } from '#kernel/time.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { requireRecentAuthentication } from '#platform/server/security/recent-authentication.ts';
import type { Closing, DataExport, RetainedRecord } from '../own-data.contract.ts';
import { closingObstacles } from './closing-obstacles.ts';
import { exportKey } from './make-export.ts';
import { recordsToRetain } from './retained-kinds.ts';

/** Retained records of a closed account, the first to end first. */
export async function retainedOf(db: Queryable, userId: string): Promise<RetainedRecord[]> {
  const found = await db
    .select({ kind: retainedRecords.kind, endsAt: retainedRecords.endsAt })
    .from(retainedRecords)
    .where(eq(retainedRecords.userId, userId))
    .orderBy(asc(retainedRecords.endsAt));
  return found.map(({ kind, endsAt }) => ({ kind, endsAt: endsAt.toISOString() }));
}

/** Obstacles to closing the caller's account now, and records that would be retained. */
export async function closing({ db, clock, config }: Platform, { userId }: UserActor): Promise<Closing> {
  const now = clock.now();
  return {
    obstacles: await closingObstacles(db, userId, { now, approvals: config.approvals }),
    retained: await recordsToRetain(db, userId, now),
  };
}

const MAX_LISTED_EXPORTS = 5;

/** The caller's files with all of their data, the newest first. */
export async function exports({ db, clock }: Platform, { userId }: UserActor): Promise<DataExport[]> {
  const found = await db
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.userId, userId), gt(dataExports.expiresAt, clock.now())))
    .orderBy(desc(dataExports.requestedAt))
    .limit(MAX_LISTED_EXPORTS);
  return found.map(({ id, status, requestedAt, partsDone, parts, failures, size, expiresAt }) => ({
    id,
    status,
    requestedAt: requestedAt.toISOString(),
    partsDone,
    parts,
    isRepeated: status === 'preparing' && failures > 0,
    size,
    expiresAt: expiresAt.toISOString(),
  }));
}

/**
 * The file of this id, when it is the caller's and ready, and the step-up authentication is recent.
 * @throws CONFIRM_IDENTITY; NOT_FOUND when it is another person's, not ready, or its time is over
 */
async function readyExport({ db, clock }: Platform, actor: UserActor, id: string) {
  const now = clock.now();
  const [found] = await db
    .select()
    .from(dataExports)
    .where(
      and(
        eq(dataExports.id, id),
        eq(dataExports.userId, actor.userId),
        eq(dataExports.status, 'ready'),
        gt(dataExports.expiresAt, now),
      ),
    );
  if (!found) throw new DomainError(commonErrors.NOT_FOUND);
  requireRecentAuthentication(actor, now);
  return found;
}

/**
 * Address of the caller's file. A recent sign-in is proven here, since a plain download cannot ask for one.
 * @throws as `exportedFile`
 */
export async function openedExport(platform: Platform, actor: UserActor, { id }: { id: string }) {
  const found = await readyExport(platform, actor, id);
  return { path: `/api/own-data/exports/${found.id}` };
}

/**
 * The file with all of the caller's data.
 * @throws CONFIRM_IDENTITY; NOT_FOUND when it is another person's, not ready, or its time is over
 */
export async function exportedFile(
  platform: Platform,
  actor: UserActor,
  id: string,
): Promise<{ name: string; bytes: Uint8Array }> {
  const { requestedAt } = await readyExport(platform, actor, id);
  const bytes = await platform.files.get(exportKey(id));
  if (!bytes) throw new DomainError(commonErrors.NOT_FOUND);
  return { name: `commonhold-data-${dayText(requestedAt)}.zip`, bytes };
}
