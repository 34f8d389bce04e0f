import { asc, eq, lte } from 'drizzle-orm';
import { dataExports } from '#db/schema/own-data.ts';
import { after, SECOND } from '#kernel/time.ts';
import { memoizePer } from '#platform/server/database/memoize-per.ts';
import { isDatabaseOutage } from '#platform/server/errors/error-mapping.ts';
import { type JobHandler, jobFor, startedBy } from '#platform/server/jobs/jobs.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { zipPacker } from '#platform/server/transport/zip.ts';
import { ACCOUNT_CLOSED, EXPORT_REQUESTED } from '../own-data.events.ts';
import { MAX_EXPORT_LOSSES, MAX_EXPORTED_FILE_BYTES } from '../own-data.rules.ts';
import { exportParts } from './export-parts.ts';
import { forgetExport } from './forget-export.ts';
import { recordExport } from './record-export.ts';

export const exportKey = (exportId: string) => `export/${exportId}`;

/** Whether this server is making a file now: it is in memory, so one is made at a time. */
const turnOf = memoizePer((_: Platform) => ({ isTaken: false }));
const TURN_MS = 10 * SECOND;

/**
 * Makes the file with all of a person's data. It is offered once it is stored completely. A failed attempt, as on a
 * full disk, leaves nothing behind and is repeated like every job. One that ended its server is repeated once only.
 */
export const makeExport = jobFor(EXPORT_REQUESTED, async (ctx, { exportId }, job) => {
  const turn = turnOf(ctx.platform);
  if (turn.isTaken) return { runAgainAt: after(ctx.platform.clock.now(), TURN_MS), isPostponed: true };
  turn.isTaken = true;
  try {
    await makeInTurn(ctx, exportId, job);
  } finally {
    turn.isTaken = false;
  }
});

async function makeInTurn(
  ctx: Parameters<JobHandler>[0],
  exportId: string,
  job: Parameters<JobHandler>[2],
): Promise<void> {
  const { db, files, clock } = ctx.platform;
  const [wanted] = await db.select().from(dataExports).where(eq(dataExports.id, exportId));
  if (wanted?.status !== 'preparing') return;
  const losses = (job?.attempts ?? 1) - 1 - wanted.failures;
  if (losses >= MAX_EXPORT_LOSSES) {
    await recordExport(ctx, { exportId, step: { is: 'givenUp' } });
    return;
  }
  const { signal } = job ?? {};
  try {
    const pack = zipPacker(clock.now());
    const packing = { roomLeft: MAX_EXPORTED_FILE_BYTES, signal };
    for (const [done, part] of exportParts.entries()) {
      for await (const file of part(ctx.platform, wanted.userId, packing)) {
        signal?.throwIfAborted();
        packing.roomLeft -= file.bytes.length;
        await pack.add(file);
      }
      await recordExport(ctx, { exportId, step: { is: 'further', partsDone: done + 1 } });
    }
    const bytes = pack.finish();
    await files.put(exportKey(exportId), bytes, 'application/zip');
    const ready = await recordExport(ctx, { exportId, step: { is: 'ready', size: bytes.length } });
    if (!ready.wanted && !(await isOffered(ctx.platform, exportId))) await files.remove(exportKey(exportId));
  } catch (error) {
    // Another worker may be making the same file; nothing of this one is stored.
    if (signal?.aborted) throw error;
    // The answer of the database may have been lost, and the file is offered then.
    if (isDatabaseOutage(error) && (await isOffered(ctx.platform, exportId).catch(() => true))) throw error;
    // Best effort: on a full disk this may not be possible either, and the job's own failure counts.
    await files.remove(exportKey(exportId)).catch(() => undefined);
    await recordExport(ctx, { exportId, step: { is: 'failed' } }).catch(() => undefined);
    throw error;
  }
}

async function isOffered({ db }: Platform, exportId: string): Promise<boolean> {
  const [found] = await db
    .select({ status: dataExports.status })
    .from(dataExports)
    .where(eq(dataExports.id, exportId));
  return found?.status === 'ready';
}

/** Removes files whose time is over: the bytes first, so that none are left without a row. */
export const removeExpired = startedBy([ACCOUNT_CLOSED], async (ctx) => {
  const { db, files, clock } = ctx.platform;
  const expired = await db
    .select({ id: dataExports.id })
    .from(dataExports)
    .where(lte(dataExports.expiresAt, clock.now()))
    .orderBy(asc(dataExports.expiresAt));
  for (const { id } of expired) {
    await files.remove(exportKey(id));
    await forgetExport(ctx, { exportId: id });
  }
});
