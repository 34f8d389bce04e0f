import { and, eq, gt, lte } from 'drizzle-orm';
import { z } from 'zod';
import { distributionPayouts, distributions, reinvestmentChoices } from '#db/schema/distributions.ts';
import { properties } from '#db/schema/properties.ts';
import { affordableShares, reinvest } from '#features/investing/server/index.ts';
import { accounts, balanceOf } from '#features/ledger/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { after, HOUR } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { chunksInTimeSlices, inTimeSlices } from '#platform/server/jobs/time-slices.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { distributionId } from '../distributions.contract.ts';
import { APPROVED, CHUNK_PAID, MONTH_REPORTED, MONTH_REPORTED_LATE, PAID } from '../distributions.events.ts';
import { drawStatement, readyStatements } from './draw-statement.ts';
import { payChunk } from './pay-chunk.ts';
import { CHUNK } from './payouts.ts';
import { tellHolders } from './tell-holders.ts';
import { tellLateReport } from './tell-late-report.ts';

const named = z.object({ distributionId });
const lateMonth = z.object({ propertyId: z.int(), month: z.string() });
const chunk = z.object({ distributionId, after: z.int(), through: z.int() });

/** A correction of a quarter that is over draws its statement at once. */
const drawOne: JobHandler = async (ctx, payload) => {
  const { db, clock } = ctx.platform;
  const { distributionId } = named.parse(payload);
  for (const { id } of await readyStatements(db, clock.now(), distributionId))
    await drawStatement(ctx, { id });
};

/** The quarterly run: draws every statement that has become ready, and takes up payments that were left unfinished. */
const settleQuarters: JobHandler = async (ctx) => {
  const { db, clock } = ctx.platform;
  const now = clock.now();
  for (const { id } of await readyStatements(db, now)) await drawStatement(ctx, { id });
  const due = await db
    .select({ id: distributions.id })
    .from(distributions)
    .where(and(eq(distributions.status, 'approved'), lte(distributions.payAt, after(now, -HOUR))))
    .orderBy(distributions.payAt, distributions.id);
  for (const { id } of due) await payOut(ctx, id);
};

/** Pays chunk after chunk. */
const payOut = (ctx: CommandContext, id: string) => inTimeSlices(ctx, () => payChunk(ctx, { id }));

const pay: JobHandler = async (ctx, payload) => {
  const { platform } = ctx;
  const { distributionId: id } = named.parse(payload);
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
 * Tells all holders once all are paid, so that no payment waits for a notice. A chunk is told once, by its key: a
 * repeated job goes quickly over what was told.
 */
const tell: JobHandler = async (ctx, payload) => {
  const { platform } = ctx;
  const { distributionId: id } = named.parse(payload);
  const [statement] = await platform.db
    .select({ status: distributions.status, paidThrough: distributions.paidThrough })
    .from(distributions)
    .where(eq(distributions.id, id));
  const { status, paidThrough } = present(statement, id);
  if (status !== 'paid' || paidThrough === 0) return;
  let from = 0;
  return inTimeSlices(ctx, async () => {
    const through = Math.min(from + CHUNK, paidThrough);
    await tellHolders(ctx, { id, after: from, through, requestId: `told:${id}:${from}` });
    from = through;
    return { done: from === paidThrough };
  });
};

/**
 * Buys whole shares for the holders of a chunk who chose so, in their order, as far as shares are left; the rest stays
 * in cash. The key is the distribution's, so a repeated job buys nothing twice.
 */
const reinvestChunk: JobHandler = async ({ platform }, payload) => {
  const { distributionId: id, after: from, through } = chunk.parse(payload);
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
    const actor: UserActor = {
      kind: 'user',
      userId: payout.userId,
      role: 'user',
      scope: 'write',
      sessionId: null,
    };
    await buyWhatIsLeft({ platform, caller: { actor } }, { id, propertyId, shares });
  }
};

async function buyWhatIsLeft(
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

/** Tells every holder, chunk after chunk, that a month was reported late. */
const tellLate: JobHandler = async (ctx, payload) => {
  const { propertyId, month } = lateMonth.parse(payload);
  return chunksInTimeSlices(ctx, (after) =>
    tellLateReport(ctx, { propertyId, month, after, requestId: `late:${propertyId}:${month}:${after}` }),
  );
};

export const distributionJobs = {
  onEvent: {
    [MONTH_REPORTED]: ['distributions.drawOne'],
    [MONTH_REPORTED_LATE]: ['distributions.tellLate'],
    [APPROVED]: ['distributions.pay'],
    [CHUNK_PAID]: ['distributions.reinvest'],
    [PAID]: ['distributions.tell'],
  },
  handlers: {
    'distributions.settleQuarters': settleQuarters,
    'distributions.drawOne': drawOne,
    'distributions.pay': pay,
    'distributions.tell': tell,
    'distributions.tellLate': tellLate,
    'distributions.reinvest': reinvestChunk,
  },
  schedules: [{ kind: 'distributions.settleQuarters', every: HOUR }],
};
