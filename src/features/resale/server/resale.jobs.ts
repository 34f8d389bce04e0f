import { and, eq, lte } from 'drizzle-orm';
import { resaleBooks, resaleOrders } from '#db/schema/resale.ts';
import { PROPERTY_RESUBMITTED } from '#features/properties/server/index.ts';
import { VALUATION_APPROVED } from '#features/valuations/server/index.ts';
import { MINUTE } from '#kernel/time.ts';
import { type JobHandler, jobFor } from '#platform/server/jobs/jobs.ts';
import { failWith, tryEach } from '#platform/server/jobs/try-each.ts';
import { closeAfterValuation } from './close-after-valuation.ts';
import { closeEarlierBids } from './close-earlier-bids.ts';
import { closeExpired } from './close-expired.ts';
import { MAX_CLOSED_ORDERS } from './close-order.ts';
import { resumeDue } from './resume-due.ts';

/** Closes every order past its expiry, book by book. Idempotent. */
const closeExpiredOrders: JobHandler = async (ctx) => {
  const { db, clock } = ctx.platform;
  const due = await db
    .selectDistinct({ propertyId: resaleOrders.propertyId })
    .from(resaleOrders)
    .where(and(eq(resaleOrders.status, 'open'), lte(resaleOrders.expiresAt, clock.now())));
  const failures = await tryEach(ctx, due, {
    work: async ({ propertyId }) => {
      while ((await closeExpired(ctx, { propertyId })).closed === MAX_CLOSED_ORDERS);
    },
    what: ({ propertyId }) => `the expired orders of property ${propertyId}`,
  });
  failWith(failures);
};

/** Resumes trading where a halt ends by itself and is over. Idempotent. */
const resumeTradingDue: JobHandler = async (ctx) => {
  const { db, clock } = ctx.platform;
  const due = await db
    .select({ propertyId: resaleBooks.propertyId })
    .from(resaleBooks)
    .where(lte(resaleBooks.resumesAt, clock.now()));
  const failures = await tryEach(ctx, due, {
    work: ({ propertyId }) => resumeDue(ctx, { propertyId }),
    what: ({ propertyId }) => `the end of the trading halt of property ${propertyId}`,
  });
  failWith(failures);
};

/** Closes the bids from before a rejected property was submitted again. Idempotent. */
const closeBidsOfResubmitted = jobFor(PROPERTY_RESUBMITTED, async (ctx, { propertyId, at }) => {
  while ((await closeEarlierBids(ctx, { propertyId, before: at })).closed === MAX_CLOSED_ORDERS);
});

/** Closes the orders that a valuation left outside of the price band. Idempotent. */
const closeOrdersAfterValuation = jobFor(VALUATION_APPROVED, async (ctx, { propertyId, isOffering }) => {
  if (isOffering) return;
  while (!(await closeAfterValuation(ctx, { propertyId })).isDone);
});

export const resaleJobs = {
  onEvent: {
    [PROPERTY_RESUBMITTED.type]: ['resale.closeBidsOfResubmitted'],
    [VALUATION_APPROVED.type]: ['resale.closeOrdersAfterValuation'],
  },
  handlers: {
    'resale.closeOrdersAfterValuation': closeOrdersAfterValuation,
    'resale.closeBidsOfResubmitted': closeBidsOfResubmitted,
    'resale.closeExpiredOrders': closeExpiredOrders,
    'resale.resumeTradingDue': resumeTradingDue,
  },
  schedules: [
    { kind: 'resale.closeExpiredOrders', everyMs: MINUTE },
    { kind: 'resale.resumeTradingDue', everyMs: MINUTE },
  ],
};
