import { asc, eq, lte } from 'drizzle-orm';
import { dataExports } from '#db/schema/own-data.ts';
import { type JobHandler, jobFor } from '#platform/server/jobs/jobs.ts';
import { zipPacker } from '#platform/server/transport/zip.ts';
import { EXPORT_REQUESTED } from '../own-data.events.ts';
import { exportParts } from './export-parts.ts';
import { forgetExport } from './forget-export.ts';
import { recordExport } from './record-export.ts';

export const exportKey = (exportId: string) => `export/${exportId}`;

/**
 * Makes the file with all of a person's data. It is offered once it is stored completely. A failed attempt, as on a
 * full disk, leaves nothing behind and is repeated like every job.
 */
export const makeExport = jobFor(EXPORT_REQUESTED, async (ctx, { exportId }) => {
  const { db, files, clock } = ctx.platform;
  const [wanted] = await db.select().from(dataExports).where(eq(dataExports.id, exportId));
  if (wanted?.status !== 'preparing') return;
  try {
    const pack = zipPacker(clock.now());
    for (const [done, part] of exportParts.entries()) {
      for await (const file of part(ctx.platform, wanted.userId)) await pack.add(file);
      await recordExport(ctx, { exportId, step: { is: 'further', partsDone: done + 1 } });
    }
    const bytes = pack.finish();
    await files.put(exportKey(exportId), bytes, 'application/zip');
    const ready = await recordExport(ctx, { exportId, step: { is: 'ready', size: bytes.length } });
    if (!ready.wanted) await files.remove(exportKey(exportId));
  } catch (error) {
    // Best effort: on a full disk this may not be possible either, and the job's own failure counts.
    await files.remove(exportKey(exportId)).catch(() => undefined);
    await recordExport(ctx, { exportId, step: { is: 'failed' } }).catch(() => undefined);
    throw error;
  }
});

/** Removes files whose time is over: the bytes first, so that none are left without a row. */
export const removeExpired: JobHandler = async (ctx) => {
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
};
