import { and, asc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { fileScans, storedFiles } from '#db/schema/files.ts';
import { HOUR } from '#kernel/time.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import type { VirusScanner } from '#platform/server/ports/virus-scanner.ts';
import { FILE_CLAIMED, FILE_DISCARDED } from '../files.events.ts';
import { discardAbandoned, isAbandoned } from './discard-abandoned.ts';
import { keyOf } from './files.queries.ts';
import { forgetFile } from './forget-file.ts';
import { recordScan } from './record-scan.ts';

const payload = z.object({ fileId: z.uuid() });

/** Erases a discarded file: first the bytes, then the row, so that a crash in between leaves nothing behind. */
const eraseFile: JobHandler = async (ctx, rawPayload) => {
  const { db, files } = ctx.platform;
  const { fileId } = payload.parse(rawPayload);
  const [row] = await db.select().from(storedFiles).where(eq(storedFiles.id, fileId));
  if (row?.status !== 'discarded') return;
  await files.remove(keyOf(row));
  await forgetFile(ctx, { fileId });
};

const discardWhatIsAbandoned: JobHandler = async (ctx) => {
  const { db, clock } = ctx.platform;
  const [any] = await db
    .select({ id: storedFiles.id })
    .from(storedFiles)
    .where(isAbandoned(clock.now()))
    .limit(1);
  if (any) await discardAbandoned(ctx, {});
};

/** Files that are scanned in one round. */
const maxScansPerRun = 50;

function unscanned(ctx: Parameters<JobHandler>[0], limit: number, fileId?: string) {
  return ctx.platform.db
    .select({ id: storedFiles.id, purpose: storedFiles.purpose })
    .from(storedFiles)
    .leftJoin(fileScans, eq(fileScans.fileId, storedFiles.id))
    .where(
      and(
        eq(storedFiles.status, 'stored'),
        isNull(fileScans.fileId),
        fileId === undefined ? undefined : eq(storedFiles.id, fileId),
      ),
    )
    .orderBy(asc(storedFiles.createdAt))
    .limit(limit);
}

/** Scans a file outside any transaction; a scanner that is away is asked again, as every failed job is. */
const scanFile: JobHandler = async (ctx, rawPayload) => {
  const { virusScanner } = ctx.platform;
  if (virusScanner === null) return;
  const { fileId } = payload.parse(rawPayload);
  const [file] = await unscanned(ctx, 1, fileId);
  if (file) await scanStored(ctx, virusScanner, file);
};

/** Scans files that were uploaded while there was no scanner, or while it was down for long. */
const scanTheRest: JobHandler = async (ctx) => {
  const { virusScanner } = ctx.platform;
  if (virusScanner === null) return;
  for (const file of await unscanned(ctx, maxScansPerRun)) await scanStored(ctx, virusScanner, file);
};

async function scanStored(
  ctx: Parameters<JobHandler>[0],
  scanner: VirusScanner,
  file: Pick<typeof storedFiles.$inferSelect, 'id' | 'purpose'>,
): Promise<void> {
  const bytes = await ctx.platform.files.get(keyOf(file));
  if (!bytes) return;
  const found = await scanner.scan(bytes);
  const signature = found.result === 'infected' ? found.signature : null;
  await recordScan(ctx, { fileId: file.id, result: found.result, signature });
}

export const fileJobs = {
  onEvent: { [FILE_DISCARDED]: ['files.erase'], [FILE_CLAIMED]: ['files.scan'] },
  handlers: {
    'files.erase': eraseFile,
    'files.discardAbandoned': discardWhatIsAbandoned,
    'files.scan': scanFile,
    'files.scanTheRest': scanTheRest,
  } satisfies Record<string, JobHandler>,
  schedules: [
    { kind: 'files.discardAbandoned', everyMs: HOUR },
    { kind: 'files.scanTheRest', everyMs: HOUR },
  ],
};
