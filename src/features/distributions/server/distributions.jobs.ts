import { and, eq, gt, lte } from 'drizzle-orm';
import { z } from 'zod';
import { distributionPayouts, distributions, reinvestmentChoices } from '#db/schema/distributions.ts';
import { properties } from '#db/schema/properties.ts';
import { reinvest } from '#features/investing/server/index.ts';
import { accounts, balanceOf } from '#features/ledger/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { affordableShares } from '#kernel/fees.ts';
import { after, HOUR } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { chunksInTimeSlices, inTimeSlices } from '#platform/server/jobs/time-slices.ts';
import { failWith, tryEach } from '#platform/server/jobs/try-each.ts';
import { actorFor } from '#platform/server/security/caller.ts';
import { distributionId } from '../distributions.contract.ts';
import { APPROVED, CHUNK_PAID, MONTH_REPORTED, MONTH_REPORTED_LATE, PAID } from '../distributions.events.ts';
import { notifyHolders } from './notify-holders.ts';
import { notifyLateReport } from './notify-late-report.ts';
import { payChunk } from './pay-chunk.ts';
import { MAX_CHUNK_HOLDERS } from './payouts.ts';
import { prepareStatement, readyStatements } from './prepare-statement.ts';

const statementPayload = z.object({ distributionId });
const lateMonthPayload = z.object({ propertyId: z.int(), month: z.string() });
const chunkPayload = z.object({ distributionId, after: z.int(), through: z.int() });

/** After each report: prepares the statement of its quarter, if that is over and this was what it lacked. */
const prepareOne: JobHandler = async (ctx, payload) => {
  const { db, clock } = ctx.platform;
  const { distributionId } = statementPayload.parse(payload);
  for (const { id } of await readyStatements(db, clock.now(), distributionId))
    await prepareStatement(ctx, { id });
};

/** The quarterly run: prepares every statement that is ready and resumes unfinished payments. */
const closeQuarters: JobHandler = async (ctx) => {
  const { db, clock } = ctx.platform;
  const now = clock.now();
  const prepared = await tryEach(ctx, await readyStatements(db, now), {
    work: ({ id }) => prepareStatement(ctx, { id }),
    what: ({ id }) => `preparing statement ${id}`,
  });
  const due = await db
    .select({ id: distributions.id })
    .from(distributions)
    .where(and(eq(distributions.status, 'approved'), lte(distributions.payAt, after(now, -HOUR))))
    .orderBy(distributions.payAt, distributions.id);
  const paid = await tryEach(ctx, due, {
    work: ({ id }) => payOut(ctx, id),
    what: ({ id }) => `paying statement ${id}`,
  });
  failWith([...prepared, ...paid]);
};

/** Pays one chunk after another. */
const payOut = (ctx: CommandContext, id: string) => inTimeSlices(ctx, () => payChunk(ctx, { id }));

const pay: JobHandler = async (ctx, payload) => {
  const { platform } = ctx;
  const { distributionId: id } = statementPayload.parse(payload);
  const [statement] = await platform.db
    .select({ status: distributions.status, payAt: distributions.payAt })
    .from(distributions)
    .where(eq(distributions.id, id));
  if (statement?.status !== 'approved') return;
  const now = platform.clock.now();
  if (now < statement.payAt) return { runAgainAt: statement.payAt };
  return payOut(ctx, id);
};

/**
 * Notifies the holders after all of them are paid, so that no payment waits for a notification. The key of a chunk
 * lets a repeated job skip what is done.
 */
const notifyAllHolders: JobHandler = async (ctx, payload) => {
  const { platform } = ctx;
  const { distributionId: id } = statementPayload.parse(payload);
  const [statement] = await platform.db
    .select({ status: distributions.status, paidThrough: distributions.paidThrough })
    .from(distributions)
    .where(eq(distributions.id, id));
  const { status, paidThrough } = present(statement, id);
  if (status !== 'paid' || paidThrough === 0) return;
  let from = 0;
  return inTimeSlices(ctx, async () => {
    const through = Math.min(from + MAX_CHUNK_HOLDERS, paidThrough);
    await notifyHolders(ctx, { id, after: from, through, requestId: `notified:${id}:${from}` });
    from = through;
    return { done: from === paidThrough };
  });
};

/**
 * Buys whole shares for the holders of a chunk who chose so, in their order, as far as shares are left; the rest stays
 * in cash. The key is the distribution's, so a repeated job buys nothing twice.
 */
const reinvestChunk: JobHandler = async ({ platform }, payload) => {
  const { distributionId: id, after: from, through } = chunkPayload.parse(payload);
  const chosen = await platform.db
    .select({ payout: distributionPayouts, propertyId: properties.id, price: properties.pricePerShareCents })
    .from(distributionPayouts)
    .innerJoin(distributions, eq(distributions.id, distributionPayouts.distributionId))
    .innerJoin(properties, eq(properties.id, distributions.propertyId))
    .innerJoin(
      reinvestmentChoices,
      and(
        eq(reinvestmentChoices.propertyId, properties.id),
        eq(reinvestmentChoices.userId, distributionPayouts.userId),
      ),
    )
    .where(
      and(
        eq(distributionPayouts.distributionId, id),
        gt(distributionPayouts.position, from),
        lte(distributionPayouts.position, through),
      ),
    )
    .orderBy(distributionPayouts.position);
  for (const { payout, propertyId, price } of chosen) {
    const shares = affordableShares(payout.amountCents, price);
    if (shares === 0) continue;
    const actor = actorFor(payout.userId);
    await buyAvailableShares({ platform, caller: { actor } }, { id, propertyId, shares });
  }
};

async function buyAvailableShares(
  ctx: CommandContext,
  { id, propertyId, shares }: { id: string; propertyId: number; shares: number },
): Promise<void> {
  const left = await balanceOf(ctx.platform.db, accounts.propertyAvailable(propertyId));
  if (left === 0) return;
  try {
    await reinvest(ctx, { propertyId, shares: Math.min(shares, left), requestId: `reinvest:${id}` });
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
    ctx.platform.log.info({ distribution: id, code: error.code }, 'a distribution stays in cash');
  }
}

/** Notifies every holder, chunk by chunk, of a month that was reported late. */
const notifyOfLateReport: JobHandler = async (ctx, payload) => {
  const { propertyId, month } = lateMonthPayload.parse(payload);
  return chunksInTimeSlices(ctx, (after) =>
    notifyLateReport(ctx, { propertyId, month, after, requestId: `late:${propertyId}:${month}:${after}` }),
  );
};

export const distributionJobs = {
  onEvent: {
    [MONTH_REPORTED]: ['distributions.prepareStatement'],
    [MONTH_REPORTED_LATE]: ['distributions.notifyLateReport'],
    [APPROVED]: ['distributions.pay'],
    [CHUNK_PAID]: ['distributions.reinvest'],
    [PAID]: ['distributions.notifyHolders'],
  },
  handlers: {
    'distributions.closeQuarters': closeQuarters,
    'distributions.prepareStatement': prepareOne,
    'distributions.pay': pay,
    'distributions.notifyHolders': notifyAllHolders,
    'distributions.notifyLateReport': notifyOfLateReport,
    'distributions.reinvest': reinvestChunk,
  },
  schedules: [{ kind: 'distributions.closeQuarters', everyMs: HOUR }],
};
