import { present } from '#kernel/assert.ts';
import { jobFor } from '#platform/server/jobs/jobs.ts';
import { chunksInTimeSlices } from '#platform/server/jobs/time-slices.ts';
import { VALUATION_APPROVED } from '../valuations.events.ts';
import { notifyHolders } from './notify-holders.ts';

const NOTIFY_REVALUED = 'valuations.notifyRevalued';

/** Notifies all holders of a large change; each part once, however often the job runs. */
const notifyRevalued = jobFor(VALUATION_APPROVED, async (ctx, { valuationId, haltUntil }, job) => {
  if (haltUntil === null) return undefined;
  const { id } = present(job, 'the job of an approval');
  return chunksInTimeSlices(ctx, (after) =>
    notifyHolders(ctx, { valuationId, after, requestId: `${id}:${after}` }),
  );
});

export const valuationJobs = {
  handlers: { [NOTIFY_REVALUED]: notifyRevalued },
};
