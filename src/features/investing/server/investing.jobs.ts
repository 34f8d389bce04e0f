import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { offerings } from '#db/schema/offerings.ts';
import { properties } from '#db/schema/properties.ts';
import {
  affiliateShares,
  closingOf,
  HOLD_LIFTED,
  newestPurchase,
  RELEASE_HELD,
  STATUS_CHANGED,
} from '#features/properties/server/index.ts';
import { present } from '#kernel/assert.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import { isDatabaseOutage } from '#platform/server/errors/error-mapping.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { chunksInTimeSlices, inTimeSlices } from '#platform/server/jobs/time-slices.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { OFFERING_FAILED, OFFERING_FUNDED } from '../investing.events.ts';
import { closeOffering, releaseProceeds } from './close-offering.ts';
import { DECISIONS, type Decision } from './holder-news.ts';
import { notifyHolders } from './notify-holders.ts';
import { isRefundable, refundChunk } from './refund-chunk.ts';
import { tellInvestors } from './tell-investors.ts';

const named = z.object({ propertyId: z.int() });
const funded = named.extend({ closedAt: z.string() });
const reviewed = named.extend({ status: z.string() });
const decided = named.extend({ at: z.string(), reason: z.string().nullable() });

const hasSoldItsMinimum = sql`${properties.totalShares} - ${ledgerAccounts.balance} >= ${offerings.minimumShares}`;

/**
 * Closes the offerings whose time has come, and takes up refunds that were left unfinished. One that cannot be settled
 * holds up no other.
 */
const settleOfferings: JobHandler = async (ctx) => {
  const closing = await dueToClose(ctx.platform);
  const failures = await tryEach(ctx, closing, (propertyId) => closeOffering(ctx, { propertyId }));
  const refunding = await dueToRefund(ctx.platform);
  failures.push(...(await tryEach(ctx, refunding, (propertyId) => refundAll(ctx, propertyId))));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} offerings are not settled`);
};

/** Does the work for each property, reports what fails, and returns it; an outage of the database ends it. */
async function tryEach(
  { platform }: CommandContext,
  propertyIds: readonly number[],
  work: (propertyId: number) => Promise<unknown>,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const propertyId of propertyIds) {
    await work(propertyId).catch((error: unknown) => {
      if (isDatabaseOutage(error)) throw error;
      platform.reportFailure(error, `investing.settleOfferings of property ${propertyId}`);
      failures.push(error);
    });
  }
  return failures;
}

/** The open offerings that are to be closed now, the longest overdue first. */
async function dueToClose({ db, clock }: Platform): Promise<number[]> {
  const now = clock.now();
  const open = await db
    .select({
      offering: offerings,
      totalShares: properties.totalShares,
      review: properties.status,
      available: ledgerAccounts.balance,
      affiliateShares,
      last: newestPurchase,
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
  const due = open.filter(({ offering, totalShares, review, available, affiliateShares, last }) => {
    const { minimumShares, deadline } = offering;
    if (deadline === null) return false;
    const lastPurchaseAt = last === null ? null : new Date(last);
    const onHold = offering.holdReason !== null;
    const soldShares = totalShares - available - affiliateShares;
    const progress = { minimumShares, soldShares, lastPurchaseAt, deadline, review, onHold };
    return closingOf(progress, now) !== null;
  });
  return due.map(({ offering }) => offering.propertyId);
}

/** The failed offerings that are not refunded to the end, and rejected properties with something to refund in escrow. */
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

const refund: JobHandler = (ctx, payload) => refundAll(ctx, named.parse(payload).propertyId);

/** Pays out what funded offerings have sold since. */
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
  for (const { propertyId } of due) await releaseProceeds(ctx, { propertyId });
};

/** Notifies all holders of a decision about their property; each part once, however often the job runs. */
const notifyOf =
  (decisionOf: (payload: unknown) => Decision): JobHandler =>
  async (ctx, payload, job) => {
    const { id } = present(job, 'the job of a decision');
    const decision = decisionOf(payload);
    const { propertyId, at, reason } = decided.parse(payload);
    return chunksInTimeSlices(ctx, (after) =>
      notifyHolders(ctx, { propertyId, decision, reason, at, after, requestId: `${id}:${after}` }),
    );
  };

const notifyReviewed = notifyOf((payload) => z.enum(DECISIONS).parse(reviewed.parse(payload).status));

/**
 * Holders learn what an admin decided. A rejected property's offering is settled at once: an open one fails, and what
 * lies in escrow is refunded.
 */
const settleReviewed: JobHandler = async (ctx, payload, job) => {
  const { propertyId, status } = reviewed.parse(payload);
  const notifiedLater = await notifyReviewed(ctx, payload, job);
  if (notifiedLater || status !== 'rejected') return notifiedLater;
  await closeOffering(ctx, { propertyId });
  return refundAll(ctx, propertyId);
};

const tellFunded: JobHandler = async (ctx, payload) => {
  const { propertyId, closedAt } = funded.parse(payload);
  return chunksInTimeSlices(ctx, (after) =>
    tellInvestors(ctx, { propertyId, after, requestId: `funded:${propertyId}:${closedAt}:${after}` }),
  );
};

export const investingJobs = {
  onEvent: {
    [STATUS_CHANGED]: ['investing.settleReviewed'],
    [RELEASE_HELD]: ['investing.notifyHeld'],
    [HOLD_LIFTED]: ['investing.notifyLifted'],
    [OFFERING_FAILED]: ['investing.refund'],
    [OFFERING_FUNDED]: ['investing.tellFunded'],
  },
  handlers: {
    'investing.settleOfferings': settleOfferings,
    'investing.settleReviewed': settleReviewed,
    'investing.refund': refund,
    'investing.releaseFunded': releaseFunded,
    'investing.tellFunded': tellFunded,
    'investing.notifyHeld': notifyOf(() => 'held'),
    'investing.notifyLifted': notifyOf(() => 'lifted'),
  },
  schedules: [
    { kind: 'investing.settleOfferings', every: MINUTE },
    { kind: 'investing.releaseFunded', every: HOUR },
  ],
};
