import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { storedFiles } from '#db/schema/files.ts';
import { HOUR } from '#kernel/time.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { FILE_DISCARDED } from '../files.events.ts';
import { discardAbandoned, isAbandoned } from './discard-abandoned.ts';
import { keyOf } from './files.queries.ts';
import { forgetFile } from './forget-file.ts';

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

export const fileJobs = {
  onEvent: { [FILE_DISCARDED]: ['files.erase'] },
  handlers: {
    'files.erase': eraseFile,
    'files.discardAbandoned': discardWhatIsAbandoned,
  } satisfies Record<string, JobHandler>,
  schedules: [{ kind: 'files.discardAbandoned', every: HOUR }],
};
