import { submissionDocuments } from '#db/schema/submissions.ts';
import { DAY } from '#kernel/time.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { inTimeSlices } from '#platform/server/jobs/time-slices.ts';
import { discardUnfiled, isAbandoned } from './discard-unfiled.ts';

const DISCARD_UNFILED = 'submissions.discardUnfiled';

const discardUnfiledJob: JobHandler = async (ctx) => {
  const { db, clock } = ctx.platform;
  const [any] = await db
    .select({ id: submissionDocuments.id })
    .from(submissionDocuments)
    .where(isAbandoned(clock.now()))
    .limit(1);
  return any && inTimeSlices(ctx, () => discardUnfiled(ctx, {}));
};

export const submissionJobs = {
  handlers: { [DISCARD_UNFILED]: discardUnfiledJob } satisfies Record<string, JobHandler>,
  schedules: [{ kind: DISCARD_UNFILED, everyMs: DAY }],
};
