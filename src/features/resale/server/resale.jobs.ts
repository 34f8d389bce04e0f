import { and, eq, lte } from 'drizzle-orm';
import { z } from 'zod';
import { resaleOrders } from '#db/schema/resale.ts';
import { PROPERTY_RESUBMITTED } from '#features/properties/server/index.ts';
import { MINUTE } from '#kernel/time.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { closeEarlierBids } from './close-earlier-bids.ts';
import { closeExpired, EXPIRED_AT_ONCE } from './close-expired.ts';

const corrected = z.object({ propertyId: z.int(), at: z.string() });

/** Closes every order past its expiry, book by book; run twice, the second time finds nothing. */
const closeExpiredOrders: JobHandler = async (ctx) => {
  const { db, clock } = ctx.platform;
  const due = await db
    .selectDistinct({ propertyId: resaleOrders.propertyId })
    .from(resaleOrders)
    .where(and(eq(resaleOrders.status, 'open'), lte(resaleOrders.expiresAt, clock.now())));
  for (const { propertyId } of due) {
    while ((await closeExpired(ctx, { propertyId })).closed === EXPIRED_AT_ONCE);
  }
};

/** Closes the bids from before a rejected property was corrected; run twice, the second time finds nothing. */
const closeBidsOfCorrected: JobHandler = async (ctx, payload) => {
  const { propertyId, at } = corrected.parse(payload);
  while ((await closeEarlierBids(ctx, { propertyId, before: at })).closed === EXPIRED_AT_ONCE);
};

export const resaleJobs = {
  onEvent: { [PROPERTY_RESUBMITTED]: ['resale.closeBidsOfCorrected'] },
  handlers: {
    'resale.closeBidsOfCorrected': closeBidsOfCorrected,
    'resale.closeExpiredOrders': closeExpiredOrders,
  },
  schedules: [{ kind: 'resale.closeExpiredOrders', every: MINUTE }],
};
