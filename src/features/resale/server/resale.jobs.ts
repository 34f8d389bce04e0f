import { and, eq, lte } from 'drizzle-orm';
import { z } from 'zod';
import { resaleOrders } from '#db/schema/resale.ts';
import { ACCOUNT_FROZEN } from '#features/back-office/server/index.ts';
import type { JobHandler } from '#platform/server/jobs.ts';
import { closeExpired, EXPIRED_AT_ONCE } from './close-expired.ts';
import { closeOrdersOf } from './close-orders-of.ts';

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

/** Closes every open order of an account that was frozen, book by book. */
const closeFrozenOrders: JobHandler = async (ctx, payload) => {
  const { userId } = z.object({ userId: z.string() }).parse(payload);
  const open = await ctx.platform.db
    .selectDistinct({ propertyId: resaleOrders.propertyId })
    .from(resaleOrders)
    .where(and(eq(resaleOrders.userId, userId), eq(resaleOrders.status, 'open')));
  for (const { propertyId } of open) await closeOrdersOf(ctx, { userId, propertyId });
};

export const resaleJobs = {
  onEvent: { [ACCOUNT_FROZEN]: ['resale.closeFrozenOrders'] },
  handlers: {
    'resale.closeExpiredOrders': closeExpiredOrders,
    'resale.closeFrozenOrders': closeFrozenOrders,
  },
};
