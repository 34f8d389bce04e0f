import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { offerings } from '#db/schema/offerings.ts';
import { properties } from '#db/schema/properties.ts';
import { present } from '#kernel/assert.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import { type JobHandler, jobFor } from '#platform/server/jobs/jobs.ts';
import { chunksInTimeSlices, inTimeSlices } from '#platform/server/jobs/time-slices.ts';
import { failWith, tryEach } from '#platform/server/jobs/try-each.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { HOLD_LIFTED, OFFERING_FAILED, OFFERING_FUNDED, RELEASE_HELD } from '../offerings.events.ts';
import { closingOf } from '../offerings.rules.ts';
import { closeOffering } from './close-offering.ts';
import { DECISIONS, type Decision } from './holder-news.ts';
import { notifyHolders } from './notify-holders.ts';
import { notifyInvestors } from './notify-investors.ts';
import { offeringColumns } from './offerings.queries.ts';
import { isRefundable, refundChunk } from './refund-chunk.ts';
import { releaseEscrow } from './release-escrow.ts';

const CLOSE_OFFERINGS = 'offerings.closeOfferings';
const REFUND = 'offerings.refund';
const RELEASE_FUNDED = 'offerings.releaseFunded';
const NOTIFY_FUNDED = 'offerings.notifyFunded';
const NOTIFY_HELD = 'offerings.notifyHeld';
const NOTIFY_LIFTED = 'offerings.notifyLifted';

/** A decision about a property, as the events of decisions have it. */
interface DecidedProperty {
  propertyId: number;
  at: string;
  reason: string | null;
}

const hasSoldItsMinimum = sql`${properties.totalShares} - ${ledgerAccounts.balance} >= ${offerings.minimumShares}`;

/** Closes the offerings that are due, and resumes unfinished refunds. */
const closeOfferings: JobHandler = async (ctx) => {
  const closed = await tryEach(ctx, await dueToClose(ctx.platform), {
    work: (propertyId) => closeOffering(ctx, { propertyId }),
    what: (propertyId) => `closing the offering of property ${propertyId}`,
  });
  const refunded = await tryEach(ctx, await dueToRefund(ctx.platform), {
    work: (propertyId) => refundAll(ctx, propertyId),
    what: (propertyId) => `refunding the offering of property ${propertyId}`,
  });
  failWith([...closed, ...refunded]);
};

/** The open offerings that are to be closed now, the longest overdue first. */
async function dueToClose({ db, clock }: Platform): Promise<number[]> {
  const now = clock.now();
  const open = await db
    .select({
      totalShares: properties.totalShares,
      review: properties.status,
      available: ledgerAccounts.balance,
      ...offeringColumns,
    })
    .from(offerings)
    .innerJoin(properties, eq(properties.id, offerings.propertyId))
    .innerJoin(
      ledgerAccounts,
      and(eq(ledgerAccounts.propertyId, properties.id), eq(ledgerAccounts.kind, 'property_available')),
    )
    .where(
      and(
        eq(offerings.status, 'open'),
        or(lte(offerings.deadline, now), hasSoldItsMinimum, eq(properties.status, 'rejected')),
      ),
    )
    .orderBy(asc(offerings.deadline));
  const due = open.filter(
    ({ offering, totalShares, review, available, affiliateShares, newestPurchaseMs }) => {
      const { minimumShares, deadline } = offering;
      if (deadline === null) return false;
      const lastPurchaseAt = newestPurchaseMs === null ? null : new Date(newestPurchaseMs);
      const onHold = offering.holdReason !== null;
      const soldShares = totalShares - available - affiliateShares;
      const progress = { minimumShares, soldShares, lastPurchaseAt, deadline, review, onHold };
      return closingOf(progress, now) !== null;
    },
  );
  return due.map(({ offering }) => offering.propertyId);
}

/** The failed offerings that are not fully refunded, and rejected properties with something to refund in escrow. */
async function dueToRefund({ db }: Platform): Promise<number[]> {
  const failed = db
    .select({ propertyId: offerings.propertyId })
    .from(offerings)
    .where(and(eq(offerings.status, 'failed'), isNull(offerings.refundedAt)));
  const rejected = withEscrow(db).where(
    and(
      hasEscrow,
      eq(offerings.status, 'funded'),
      eq(properties.status, 'rejected'),
      sql`exists (select 1 from investments where ${isRefundable(properties.id)})`,
    ),
  );
  const due = await failed.union(rejected).orderBy(asc(offerings.propertyId));
  return due.map(({ propertyId }) => propertyId);
}

const hasEscrow = and(eq(ledgerAccounts.kind, 'property_escrow'), gt(ledgerAccounts.balance, 0));

const withEscrow = (db: Platform['db']) =>
  db
    .select({ propertyId: offerings.propertyId })
    .from(ledgerAccounts)
    .innerJoin(offerings, eq(offerings.propertyId, ledgerAccounts.propertyId))
    .innerJoin(properties, eq(properties.id, offerings.propertyId));

/** Refunds chunk after chunk. */
const refundAll = (ctx: CommandContext, propertyId: number) =>
  inTimeSlices(ctx, () => refundChunk(ctx, { propertyId }));

const refund = jobFor(OFFERING_FAILED, (ctx, { propertyId }) => refundAll(ctx, propertyId));

/** Pays out what funded offerings have sold since they were funded. */
const releaseFunded: JobHandler = async (ctx) => {
  const due = await withEscrow(ctx.platform.db)
    .where(
      and(
        hasEscrow,
        eq(offerings.status, 'funded'),
        eq(properties.status, 'approved'),
        isNull(offerings.holdReason),
      ),
    )
    .orderBy(offerings.propertyId);
  const failures = await tryEach(ctx, due, {
    work: ({ propertyId }) => releaseEscrow(ctx, { propertyId }),
    what: ({ propertyId }) => `releasing the escrow of property ${propertyId}`,
  });
  failWith(failures);
};

/** Notifies all holders of a decision about their property; each part once, however often the job runs. */
const notifyOf =
  (decision: Decision): JobHandler<DecidedProperty> =>
  (ctx, { propertyId, at, reason }, job) => {
    const { id } = present(job, 'the job of a decision');
    return chunksInTimeSlices(ctx, (after) =>
      notifyHolders(ctx, { propertyId, decision, reason, at, after, requestId: `${id}:${after}` }),
    );
  };

const notifyHeld = jobFor(RELEASE_HELD, notifyOf('held'));
const notifyLifted = jobFor(HOLD_LIFTED, notifyOf('lifted'));

/**
 * Notifies holders of an admin's decision about their property. A rejection closes the offering immediately: an
 * open one fails, and the money in escrow is refunded.
 */
export const followReview: JobHandler<DecidedProperty & { status: string }> = async (ctx, decided, job) => {
  const { propertyId, status } = decided;
  const notifiedLater = await notifyOf(z.enum(DECISIONS).parse(status))(ctx, decided, job);
  if (notifiedLater || status !== 'rejected') return notifiedLater;
  await closeOffering(ctx, { propertyId });
  return refundAll(ctx, propertyId);
};

const notifyFunded = jobFor(OFFERING_FUNDED, (ctx, { propertyId, closedAt }) =>
  chunksInTimeSlices(ctx, (after) =>
    notifyInvestors(ctx, { propertyId, after, requestId: `funded:${propertyId}:${closedAt}:${after}` }),
  ),
);

export const offeringJobs = {
  handlers: {
    [CLOSE_OFFERINGS]: closeOfferings,
    [REFUND]: refund,
    [RELEASE_FUNDED]: releaseFunded,
    [NOTIFY_FUNDED]: notifyFunded,
    [NOTIFY_HELD]: notifyHeld,
    [NOTIFY_LIFTED]: notifyLifted,
  },
  schedules: [
    { kind: CLOSE_OFFERINGS, everyMs: MINUTE },
    { kind: RELEASE_FUNDED, everyMs: HOUR },
  ],
};
