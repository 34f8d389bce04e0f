import { and, desc, eq, isNull, lt, lte } from 'drizzle-orm';
import { autoInvestDecisions, autoInvestRuns, autoInvestSettings } from '#db/schema/auto-invest.ts';
import { bankTransfers } from '#db/schema/wallet.ts';
import { newestTransferId } from '#features/ledger/server/index.ts';
import { STATUS_CHANGED } from '#features/properties/server/index.ts';
import { TRANSFER_SETTLED } from '#features/wallet/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { after, DAY, dayText, HOUR, sleep } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import { type JobHandler, jobFor } from '#platform/server/jobs/jobs.ts';
import { inTimeSlices } from '#platform/server/jobs/time-slices.ts';
import { failWith, tryEach } from '#platform/server/jobs/try-each.ts';
import { actorFor } from '#platform/server/security/caller.ts';
import { RUN_PLANNED } from '../auto-invest.events.ts';
import { allocateMatches } from './allocate-matches.ts';
import { buy } from './buy.ts';
import type { DecisionRow } from './decisions.ts';
import { finishRun } from './finish-run.ts';
import { forgetRefusals } from './forget-refusals.ts';
import { planRun } from './plan-run.ts';
import { type RecordedOutcome, recordOutcomes } from './record-outcomes.ts';
import { pauseAfter } from './run-pauses.ts';

const MATCH_APPROVED = 'autoInvest.matchApproved';
const INVEST_DEPOSIT = 'autoInvest.investDeposit';
const EXECUTE = 'autoInvest.execute';
const RUN_DAILY = 'autoInvest.runDaily';
const FORGET_REFUSALS = 'autoInvest.forgetRefusals';

/** Purchases that wait together, so that they share transactions. */
const MAX_CHUNK_PURCHASES = 512;

/** Whether Auto-Invest is on for anyone, or for this person; else there is nothing to plan. */
async function isOn({ db }: CommandContext['platform'], userId?: string): Promise<boolean> {
  const [found] = await db
    .select({ userId: autoInvestSettings.userId })
    .from(autoInvestSettings)
    .where(
      and(
        autoInvestSettings.enabled,
        userId === undefined ? undefined : eq(autoInvestSettings.userId, userId),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** A property is matched with everyone's settings each time it is approved: its terms may have changed since a reset. */
const matchApproved = jobFor(STATUS_CHANGED, async (ctx, { propertyId, status, at }) => {
  if (status !== 'approved' || !(await isOn(ctx.platform))) return;
  await planRun(ctx, { trigger: 'approval', slot: `approval:${propertyId}:${at}`, propertyId });
});

/** Cash that has arrived is invested immediately; what arrives after many deposits of a day, by the daily run. */
const investDeposit = jobFor(TRANSFER_SETTLED, async (ctx, { transferId, status }, job) => {
  if (status !== 'completed') return;
  const [transfer] = await ctx.platform.db
    .select({ userId: bankTransfers.userId, direction: bankTransfers.direction })
    .from(bankTransfers)
    .where(eq(bankTransfers.id, transferId));
  if (transfer?.direction !== 'deposit' || !(await isOn(ctx.platform, transfer.userId))) return;
  const isFirstTry = job === undefined || job.attempts <= 1;
  if (isFirstTry && !(await ctx.platform.limits.tryConsume('depositRun', transfer.userId))) return;
  await planRun(ctx, { trigger: 'deposit', slot: `deposit:${transferId}`, userId: transfer.userId });
});

/** The daily runs: monthly plans whose day has come, then everyone; and runs that a lost job left unfinished. */
const runDaily: JobHandler = async (ctx) => {
  const { db, clock } = ctx.platform;
  const now = clock.now();
  const day = dayText(now);
  if (await isOn(ctx.platform)) {
    await planRun(ctx, { trigger: 'recurring', slot: `recurring:${day}` });
    await planRun(ctx, { trigger: 'daily', slot: `daily:${day}` });
  }
  const unfinished = await db
    .select({ id: autoInvestRuns.id })
    .from(autoInvestRuns)
    .where(and(isNull(autoInvestRuns.finishedAt), lte(autoInvestRuns.executeAt, after(now, -HOUR))));
  const failures = await tryEach(ctx, unfinished, {
    work: ({ id }) => executeRun(ctx, id),
    what: ({ id }) => `executing run ${id}`,
  });
  failWith(failures);
};

const execute = jobFor(RUN_PLANNED, async (ctx, { runId }) => {
  const { db, clock } = ctx.platform;
  const [run] = await db.select().from(autoInvestRuns).where(eq(autoInvestRuns.id, runId));
  if (!run || run.finishedAt !== null) return;
  if (clock.now() < run.executeAt) return { runAgainAt: run.executeAt };
  return executeRun(ctx, runId);
});

/**
 * Allocates the shares of a run, unless it is done, and buys them chunk by chunk. A repeated job continues where the last
 * one stopped.
 */
async function executeRun(ctx: CommandContext, runId: string) {
  const { db } = ctx.platform;
  await allocateMatches(ctx, { runId });
  // The last decision that was read. Earlier ones are recorded, and skipping them again would take longer each time.
  let last: string | undefined;
  // While a chunk is recorded, the next one is bought.
  let recording: Promise<unknown> = Promise.resolve();
  const again = await inTimeSlices(ctx, async () => {
    const allocated = await db
      .select()
      .from(autoInvestDecisions)
      .where(
        and(
          eq(autoInvestDecisions.runId, runId),
          eq(autoInvestDecisions.outcome, 'allocated'),
          last === undefined ? undefined : lt(autoInvestDecisions.id, last),
        ),
      )
      .orderBy(desc(autoInvestDecisions.id))
      .limit(MAX_CHUNK_PURCHASES);
    if (allocated.length === 0) {
      await recording;
      await finishRun(ctx, { runId });
      return { done: true };
    }
    const transfersBefore = await newestTransferId(db);
    const beganMs = performance.now();
    const outcomes = await Promise.all(allocated.map((decision) => buyFor(ctx, decision)));
    const tookMs = performance.now() - beganMs;
    await recording;
    recording = recordOutcomes(ctx, { runId, outcomes });
    // It is awaited later, which may be after something else has failed.
    recording.catch(() => undefined);
    last = allocated.at(-1)?.id;
    const purchases = outcomes.filter(({ reason }) => reason === null).length;
    const transfers = (await newestTransferId(db)) - transfersBefore;
    // The last chunk is not full, and nothing is bought after it.
    if (allocated.length === MAX_CHUNK_PURCHASES) await sleep(pauseAfter({ tookMs, purchases, transfers }));
    return { done: false };
  });
  await recording;
  return again;
}

async function buyFor({ platform }: CommandContext, decision: DecisionRow): Promise<RecordedOutcome> {
  const { id: decisionId, userId, propertyId, allocatedShares: shares } = decision;
  try {
    await buy(
      { platform, caller: { actor: actorFor(userId) } },
      { propertyId, shares, requestId: decisionId },
    );
    return { decisionId, reason: null };
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
    return { decisionId, reason: error.message };
  }
}

export const autoInvestJobs = {
  handlers: {
    [MATCH_APPROVED]: matchApproved,
    [INVEST_DEPOSIT]: investDeposit,
    [EXECUTE]: execute,
    [RUN_DAILY]: runDaily,
    [FORGET_REFUSALS]: forgetRefusals,
  },
  schedules: [
    { kind: RUN_DAILY, everyMs: DAY },
    { kind: FORGET_REFUSALS, everyMs: DAY },
  ],
};
