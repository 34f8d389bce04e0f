import { and, eq, lte } from 'drizzle-orm';
import { resaleOrders } from '#db/schema/resale.ts';
import { MINUTE } from '#kernel/time.ts';
import type { JobHandler } from '#platform/server/jobs.ts';
import { closeExpired, EXPIRED_AT_ONCE } from './close-expired.ts';

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

export const resaleJobs = {
  handlers: { 'resale.closeExpiredOrders': closeExpiredOrders },
  schedules: [{ kind: 'resale.closeExpiredOrders', every: MINUTE }],
};
