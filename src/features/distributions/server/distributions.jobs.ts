import { and, eq, exists, gt, lte } from 'drizzle-orm';
import { distributionPayouts, distributions, reinvestmentChoices } from '#db/schema/distributions.ts';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { properties } from '#db/schema/properties.ts';
import { reinvest } from '#features/investing/server/index.ts';
import { accounts, balanceOf, isHolding } from '#features/ledger/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { affordableShares } from '#kernel/fees.ts';
import { after, HOUR } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import { type JobHandler, jobFor } from '#platform/server/jobs/jobs.ts';
import { chunksInTimeSlices, inTimeSlices } from '#platform/server/jobs/time-slices.ts';
import { failWith, tryEach } from '#platform/server/jobs/try-each.ts';
import { actorFor } from '#platform/server/security/caller.ts';
import { APPROVED, CHUNK_PAID, MONTH_REPORTED, MONTH_REPORTED_LATE, PAID } from '../distributions.events.ts';
import { notifyHolders } from './notify-holders.ts';
import { notifyLateReport } from './notify-late-report.ts';
import { payChunk } from './pay-chunk.ts';
import { MAX_CHUNK_HOLDERS } from './payouts.ts';
import { prepareStatement, readyStatements } from './prepare-statement.ts';

/** The kind is stored with waiting jobs, so it stays. */
const CLOSE_QUARTERS = 'distributions.closeQuarters';
const PREPARE_STATEMENT = 'distributions.prepareStatement';
const PAY = 'distributions.pay';
const NOTIFY_HOLDERS = 'distributions.notifyHolders';
const NOTIFY_LATE_REPORT = 'distributions.notifyLateReport';
const REINVEST = 'distributions.reinvest';

/** After each report: prepares the statement of its quarter, if that is over and this was what it lacked. */
const prepareStatementJob = jobFor(MONTH_REPORTED, async (ctx, { distributionId }) => {
  const { db, clock } = ctx.platform;
  for (const { id } of await readyStatements(db, clock.now(), distributionId))
    await prepareStatement(ctx, { id });
});

/** Each hour: prepares every statement that is ready, and resumes payments that are unfinished. */
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

const pay = jobFor(APPROVED, async (ctx, { distributionId: id }) => {
  const { platform } = ctx;
  const [statement] = await platform.db
    .select({ status: distributions.status, payAt: distributions.payAt })
    .from(distributions)
    .where(eq(distributions.id, id));
  if (statement?.status !== 'approved') return;
  const now = platform.clock.now();
  if (now < statement.payAt) return { runAgainAt: statement.payAt };
  return payOut(ctx, id);
});

/**
 * Notifies the holders after all of them are paid, so that no payment waits for a notification. The key of a chunk
 * lets a repeated job skip what is done.
 */
const notifyHoldersJob = jobFor(PAID, async (ctx, { distributionId: id }) => {
  const { platform } = ctx;
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
});

/**
 * Buys whole shares for those of a chunk who chose so and still hold some, in their order, as far as shares are left; the
 * rest stays in cash. The key is the distribution's, so a repeated job buys nothing twice.
 */
const reinvestJob = jobFor(CHUNK_PAID, async ({ platform }, { distributionId: id, after: from, through }) => {
  const chosen = await platform.db
    .select({
      payout: distributionPayouts,
      propertyId: properties.id,
      price: properties.pricePerShareCents,
    })
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
        exists(
          platform.db
            .select({ id: ledgerAccounts.id })
            .from(ledgerAccounts)
            .where(
              and(
                eq(ledgerAccounts.userId, distributionPayouts.userId),
                eq(ledgerAccounts.propertyId, properties.id),
                isHolding,
              ),
            ),
        ),
      ),
    )
    .orderBy(distributionPayouts.position);
  for (const { payout, propertyId, price } of chosen) {
    const shares = affordableShares(payout.amountCents, price);
    if (shares === 0) continue;
    const actor = actorFor(payout.userId);
    await buyAvailableShares({ platform, caller: { actor } }, { id, propertyId, shares });
  }
});

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
const notifyLateReportJob = jobFor(MONTH_REPORTED_LATE, async (ctx, { propertyId, month }) => {
  return chunksInTimeSlices(ctx, (after) =>
    notifyLateReport(ctx, { propertyId, month, after, requestId: `late:${propertyId}:${month}:${after}` }),
  );
});

export const distributionJobs = {
  handlers: {
    [CLOSE_QUARTERS]: closeQuarters,
    [PREPARE_STATEMENT]: prepareStatementJob,
    [PAY]: pay,
    [NOTIFY_HOLDERS]: notifyHoldersJob,
    [NOTIFY_LATE_REPORT]: notifyLateReportJob,
    [REINVEST]: reinvestJob,
  },
  schedules: [{ kind: CLOSE_QUARTERS, everyMs: HOUR }],
};
