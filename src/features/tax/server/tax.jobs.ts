import { z } from 'zod';
import { WASH_SALES_RECORDED } from '#features/lots/server/index.ts';
import { present } from '#kernel/assert.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { chunksInTimeSlices } from '#platform/server/jobs/time-slices.ts';
import { CLASSIFIED } from '../tax.events.ts';
import { notifyHolders } from './notify-holders.ts';
import { notifyOfLateWashSales, recordedWashSales } from './notify-of-late-wash-sales.ts';

const classifiedPayload = z.object({ classificationId: z.uuid() });

/** Notifies all holders of a classification; each part once, however often the job runs. */
const notifyClassified: JobHandler = (ctx, payload, job) => {
  const { classificationId } = classifiedPayload.parse(payload);
  const { id } = present(job, 'the job of a classification');
  return chunksInTimeSlices(ctx, (after) =>
    notifyHolders(ctx, { classificationId, after, requestId: `${id}:${after}` }),
  );
};

const washSalesPayload = z.object({ userId: z.string(), washSales: recordedWashSales });

/** Notifies a person whose closed year was corrected. */
const notifyOfCorrection: JobHandler = async (ctx, payload, job) => {
  const { userId, washSales } = washSalesPayload.parse(payload);
  const { id } = present(job, 'the job of recorded wash sales');
  await notifyOfLateWashSales(ctx, { userId, washSales, requestId: id });
};

export const taxJobs = {
  onEvent: { [CLASSIFIED]: ['tax.notifyClassified'], [WASH_SALES_RECORDED]: ['tax.notifyOfCorrection'] },
  handlers: { 'tax.notifyClassified': notifyClassified, 'tax.notifyOfCorrection': notifyOfCorrection },
};
