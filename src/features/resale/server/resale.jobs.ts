import { and, eq, lte, type SQL } from 'drizzle-orm';
import { resaleBooks, resaleOrders } from '#db/schema/resale.ts';
import { PROPERTY_RESUBMITTED } from '#features/properties/server/index.ts';
import { VALUATION_APPROVED } from '#features/valuations/server/index.ts';
import { MINUTE } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import { type JobHandler, jobFor } from '#platform/server/jobs/jobs.ts';
import { inTimeSlices, TIME_SLICE_MS } from '#platform/server/jobs/time-slices.ts';
import { failWith, tryEach } from '#platform/server/jobs/try-each.ts';
import { closeAfterValuation } from './close-after-valuation.ts';
import { closeEarlierBids } from './close-earlier-bids.ts';
import { closeExpired } from './close-expired.ts';
import { closeUnverifiedBids, unverifiedBids } from './close-unverified-bids.ts';
import { resumeDue } from './resume-due.ts';

const CLOSE_ORDERS_AFTER_VALUATION = 'resale.closeOrdersAfterValuation';
const CLOSE_BIDS_OF_RESUBMITTED = 'resale.closeBidsOfResubmitted';
const CLOSE_EXPIRED_ORDERS = 'resale.closeExpiredOrders';
const CLOSE_UNVERIFIED_BIDS = 'resale.closeUnverifiedBids';
const RESUME_TRADING_DUE = 'resale.resumeTradingDue';

/** Closes orders book by book; what is left after the time slice is closed by a later run. Idempotent. */
async function closeInBooks(
  ctx: CommandContext,
  due: SQL | undefined,
  { what, close }: { what: string; close: typeof closeExpired },
): ReturnType<typeof inTimeSlices> {
  const books = await ctx.platform.db
    .selectDistinct({ propertyId: resaleOrders.propertyId })
    .from(resaleOrders)
    .where(due);
  const until = performance.now() + TIME_SLICE_MS;
  let again: Awaited<ReturnType<typeof inTimeSlices>>;
  const failures = await tryEach(ctx, books, {
    async work({ propertyId }) {
      const left = Math.max(0, until - performance.now());
      again = (await inTimeSlices(ctx, () => close(ctx, { propertyId }), left)) ?? again;
    },
    what: ({ propertyId }) => `${what} of property ${propertyId}`,
  });
  failWith(failures);
  return again;
}

const closeExpiredOrders: JobHandler = (ctx) =>
  closeInBooks(
    ctx,
    and(eq(resaleOrders.status, 'open'), lte(resaleOrders.expiresAt, ctx.platform.clock.now())),
    { what: 'the expired orders', close: closeExpired },
  );

const closeUnverifiedBidsJob: JobHandler = async (ctx) => {
  const { config, clock } = ctx.platform;
  if (!config.investing.requiresKyc) return;
  return closeInBooks(ctx, unverifiedBids(config, clock.now()), {
    what: 'the bids of unverified people',
    close: closeUnverifiedBids,
  });
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
const closeBidsOfResubmitted = jobFor(PROPERTY_RESUBMITTED, (ctx, { propertyId, at }) =>
  inTimeSlices(ctx, () => closeEarlierBids(ctx, { propertyId, before: at })),
);

/** Closes the orders that a valuation left outside of the price band. Idempotent. */
const closeOrdersAfterValuation = jobFor(VALUATION_APPROVED, async (ctx, { propertyId, isOffering }) =>
  isOffering ? undefined : inTimeSlices(ctx, () => closeAfterValuation(ctx, { propertyId })),
);

export const resaleJobs = {
  handlers: {
    [CLOSE_ORDERS_AFTER_VALUATION]: closeOrdersAfterValuation,
    [CLOSE_BIDS_OF_RESUBMITTED]: closeBidsOfResubmitted,
    [CLOSE_EXPIRED_ORDERS]: closeExpiredOrders,
    [CLOSE_UNVERIFIED_BIDS]: closeUnverifiedBidsJob,
    [RESUME_TRADING_DUE]: resumeTradingDue,
  },
  schedules: [
    { kind: CLOSE_EXPIRED_ORDERS, everyMs: MINUTE },
    { kind: CLOSE_UNVERIFIED_BIDS, everyMs: MINUTE },
    { kind: RESUME_TRADING_DUE, everyMs: MINUTE },
  ],
};
