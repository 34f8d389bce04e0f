import { z } from 'zod';
import { present } from '#kernel/assert.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { chunksInTimeSlices } from '#platform/server/jobs/time-slices.ts';
import { VALUATION_APPROVED } from '../valuations.events.ts';
import { notifyHolders } from './notify-holders.ts';

const approvedPayload = z.object({ valuationId: z.uuid(), haltUntil: z.string().nullable() });

/** Notifies all holders of a large change; each part once, however often the job runs. */
const notifyRevalued: JobHandler = async (ctx, payload, job) => {
  const { valuationId, haltUntil } = approvedPayload.parse(payload);
  if (haltUntil === null) return undefined;
  const { id } = present(job, 'the job of an approval');
  return chunksInTimeSlices(ctx, (after) =>
    notifyHolders(ctx, { valuationId, after, requestId: `${id}:${after}` }),
  );
};

export const valuationJobs = {
  onEvent: { [VALUATION_APPROVED]: ['valuations.notifyRevalued'] },
  handlers: { 'valuations.notifyRevalued': notifyRevalued },
};
