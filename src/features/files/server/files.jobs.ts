import { and, asc, eq, isNull, or } from 'drizzle-orm';
import { fileScans, storedFiles } from '#db/schema/files.ts';
import { HOUR } from '#kernel/time.ts';
import { cursorAfter, newerThan } from '#platform/server/database/cursors.ts';
import { type JobHandler, jobFor } from '#platform/server/jobs/jobs.ts';
import type { VirusScanner } from '#platform/server/ports/virus-scanner.ts';
import { FILE_CLAIMED, FILE_DISCARDED } from '../files.events.ts';
import { discardAbandoned, isAbandoned } from './discard-abandoned.ts';
import { keyOf } from './files.queries.ts';
import { forgetFile } from './forget-file.ts';
import { recordScan } from './record-scan.ts';

const ERASE = 'files.erase';
const DISCARD_ABANDONED = 'files.discardAbandoned';
const SCAN = 'files.scan';
const SCAN_THE_REST = 'files.scanTheRest';

/** Erases a discarded file: first the bytes, then the row, so that a crash in between leaves nothing behind. */
const erase = jobFor(FILE_DISCARDED, async (ctx, { fileId }) => {
  const { db, files } = ctx.platform;
  const [row] = await db.select().from(storedFiles).where(eq(storedFiles.id, fileId));
  if (row?.status !== 'discarded') return;
  await files.remove(keyOf(row));
  await forgetFile(ctx, { fileId });
});

const discardAbandonedJob: JobHandler = async (ctx) => {
  const { db, clock } = ctx.platform;
  const [any] = await db
    .select({ id: storedFiles.id })
    .from(storedFiles)
    .where(isAbandoned(clock.now()))
    .limit(1);
  if (any) await discardAbandoned(ctx, {});
};

/** Files that are scanned in one round. */
const MAX_SCANS_PER_RUN = 50;

/** Stored files without a final result. */
function unscanned(
  ctx: Parameters<JobHandler>[0],
  limit: number,
  { fileId, cursor }: { fileId?: string; cursor?: string | undefined },
) {
  return ctx.platform.db
    .select({
      id: storedFiles.id,
      purpose: storedFiles.purpose,
      createdAt: storedFiles.createdAt,
      scan: fileScans.result,
    })
    .from(storedFiles)
    .leftJoin(fileScans, eq(fileScans.fileId, storedFiles.id))
    .where(
      and(
        eq(storedFiles.status, 'stored'),
        or(isNull(fileScans.fileId), eq(fileScans.result, 'refused')),
        fileId === undefined ? undefined : eq(storedFiles.id, fileId),
        newerThan(cursor, storedFiles.createdAt, storedFiles.id),
      ),
    )
    .orderBy(asc(storedFiles.createdAt), asc(storedFiles.id))
    .limit(limit);
}

/** Scans a file outside any transaction; a scan that fails is tried again, as every failed job is. */
const scan = jobFor(FILE_CLAIMED, async (ctx, { fileId }) => {
  const { virusScanner } = ctx.platform;
  if (virusScanner === null) return;
  const [file] = await unscanned(ctx, 1, { fileId });
  const refusal = file ? await scanStored(ctx, virusScanner, file) : null;
  if (refusal !== null) throw new Error(`${fileId} was not scanned: ${refusal}`);
});

/**
 * Scans files that were uploaded while there was no scanner, or while it was down for long. Those that cannot be scanned
 * are passed over, and tried again in the next round.
 */
const scanTheRest: JobHandler = async (ctx) => {
  const { virusScanner, log } = ctx.platform;
  if (virusScanner === null) return;
  const refused: string[] = [];
  let cursor: string | undefined;
  for (let left = MAX_SCANS_PER_RUN; left > 0; ) {
    const files = await unscanned(ctx, left, { cursor });
    const last = files.at(-1);
    if (!last) break;
    cursor = cursorAfter(last.createdAt, last.id);
    for (const file of files) {
      const refusal = await scanStored(ctx, virusScanner, file);
      if (refusal === null) left -= 1;
      else refused.push(`${file.id}: ${refusal}`);
    }
  }
  if (refused.length > 0) log.warn({ refused }, 'files cannot be scanned');
};

/** @returns why the file cannot be scanned, which is recorded the first time; null once it is scanned */
async function scanStored(
  ctx: Parameters<JobHandler>[0],
  scanner: VirusScanner,
  file: Awaited<ReturnType<typeof unscanned>>[number],
): Promise<string | null> {
  const bytes = await ctx.platform.files.get(keyOf(file));
  if (!bytes) return 'its bytes are missing';
  const found = await scanner.scan(bytes);
  const signature = found.result === 'infected' ? found.signature : null;
  if (found.result !== file.scan) await recordScan(ctx, { fileId: file.id, result: found.result, signature });
  return found.result === 'refused' ? found.answer : null;
}

export const fileJobs = {
  handlers: {
    [ERASE]: erase,
    [DISCARD_ABANDONED]: discardAbandonedJob,
    [SCAN]: scan,
    [SCAN_THE_REST]: scanTheRest,
  } satisfies Record<string, JobHandler>,
  schedules: [
    { kind: DISCARD_ABANDONED, everyMs: HOUR },
    { kind: SCAN_THE_REST, everyMs: HOUR },
  ],
};
