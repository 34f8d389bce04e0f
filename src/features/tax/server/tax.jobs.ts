import { WASH_SALES_RECORDED } from '#features/lots/server/index.ts';
import { present } from '#kernel/assert.ts';
import { jobFor } from '#platform/server/jobs/jobs.ts';
import { chunksInTimeSlices } from '#platform/server/jobs/time-slices.ts';
import { CLASSIFIED } from '../tax.events.ts';
import { notifyHolders } from './notify-holders.ts';
import { notifyOfLateWashSales } from './notify-of-late-wash-sales.ts';

const NOTIFY_CLASSIFIED = 'tax.notifyClassified';
const NOTIFY_OF_CORRECTION = 'tax.notifyOfCorrection';

/** Notifies all holders of a classification; each part once, however often the job runs. */
const notifyClassified = jobFor(CLASSIFIED, (ctx, { classificationId }, job) => {
  const { id } = present(job, 'the job of a classification');
  return chunksInTimeSlices(ctx, (after) =>
    notifyHolders(ctx, { classificationId, after, requestId: `${id}:${after}` }),
  );
});

/** Notifies a person whose closed year was corrected. */
const notifyOfCorrection = jobFor(WASH_SALES_RECORDED, async (ctx, { userId, washSales }, job) => {
  const { id } = present(job, 'the job of recorded wash sales');
  await notifyOfLateWashSales(ctx, { userId, washSales, requestId: id });
});

export const taxJobs = {
  handlers: { [NOTIFY_CLASSIFIED]: notifyClassified, [NOTIFY_OF_CORRECTION]: notifyOfCorrection },
};
