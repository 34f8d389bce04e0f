import { z } from 'zod';
import { present } from '#kernel/assert.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { chunksInTimeSlices } from '#platform/server/jobs/time-slices.ts';
import { CLASSIFIED } from '../tax.events.ts';
import { notifyHolders } from './notify-holders.ts';

const classifiedPayload = z.object({ classificationId: z.uuid() });

/** Notifies all holders of a classification; each part once, however often the job runs. */
const notifyClassified: JobHandler = (ctx, payload, job) => {
  const { classificationId } = classifiedPayload.parse(payload);
  const { id } = present(job, 'the job of a classification');
  return chunksInTimeSlices(ctx, (after) =>
    notifyHolders(ctx, { classificationId, after, requestId: `${id}:${after}` }),
  );
};

export const taxJobs = {
  onEvent: { [CLASSIFIED]: ['tax.notifyClassified'] },
  handlers: { 'tax.notifyClassified': notifyClassified },
};
