import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { autoInvestDecisions, autoInvestRuns } from '#db/schema/auto-invest.ts';
import { present } from '#kernel/assert.ts';
import { groupBy } from '#kernel/group-by.ts';
import { bpsToDecimal, toDecimal } from '#kernel/money.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import { columnRows } from '#platform/server/database/columns.ts';
import { rows } from '#platform/server/database/db.ts';
import { type AllocatedShares, allocateProperty } from './allocate.ts';
import type { DecisionRow } from './decisions.ts';
import { loadRunState, type OfferedProperty, offeredProperties, peopleOf } from './facts.ts';

const OFF_MARKET_REASON = 'It is no longer on the market.';
const SWITCHED_OFF_REASON = 'Auto-Invest was turned off before the purchase.';

/**
 * Allocates the shares of a run after its skip period, by current settings, limits and cash. A repeated job does nothing.
 */
export const allocateMatches = defineCommand({
  name: 'autoInvest.allocateMatches',
  input: z.strictObject({ runId: z.uuid() }),
  access: 'system',
  async run(run, { runId }) {
    const { tx, now, config } = run;
    const [found] = await tx.select().from(autoInvestRuns).where(eq(autoInvestRuns.id, runId)).for('update');
    if (present(found, 'the run').allocatedAt !== null) return { allocated: 0 };
    const matched = await tx
      .select()
      .from(autoInvestDecisions)
      .where(and(eq(autoInvestDecisions.runId, runId), eq(autoInvestDecisions.outcome, 'matched')))
      .orderBy(autoInvestDecisions.userId)
      .for('update');
    const people = await peopleOf(
      tx,
      matched.map(({ userId }) => userId),
    );
    // Decline all matches first: an open match would block its own purchase.
    await setOutcomes(
      run,
      runId,
      matched.map(({ id }) => declined(id, SWITCHED_OFF_REASON)),
    );
    const state = await loadRunState(tx, people, now, config.investing);
    let allocated = 0;
    for (const [propertyId, decisions] of groupBy(matched, (one) => one.propertyId)) {
      const [property] = await offeredProperties(tx, propertyId, now);
      const allocations = property
        ? await allocateProperty(run, runId, property, {
            people,
            state,
            budgetOf: ({ settings }) => settings.amountCents,
            isRecurring: false,
          })
        : null;
      const byPerson = allocations && new Map(allocations.map((one) => [one.userId, one]));
      await setOutcomes(
        run,
        runId,
        decisions.map((one) => outcomeOf(one, byPerson)),
        property,
      );
      allocated += allocations?.filter(({ shares }) => shares > 0).length ?? 0;
    }
    await tx.update(autoInvestRuns).set({ allocatedAt: now }).where(eq(autoInvestRuns.id, runId));
    return { allocated };
  },
  audit: ({ runId }, { allocated }) => ({ subject: `auto-invest-run:${runId}`, details: { allocated } }),
});

interface NewOutcome {
  id: string;
  outcome: 'allocated' | 'declined';
  reason: string;
  shares: number;
  wanted: number;
  /** The hash that decides the order of allocation; null where no shares were wanted. */
  rank: string | null;
}

const declined = (id: string, reason: string): NewOutcome => ({
  id,
  outcome: 'declined',
  reason,
  shares: 0,
  wanted: 0,
  rank: null,
});

/** @param allocations null when the property is no longer offered */
function outcomeOf(
  { id, userId, rank }: DecisionRow,
  allocations: ReadonlyMap<string, AllocatedShares> | null,
): NewOutcome {
  if (allocations === null) return declined(id, OFF_MARKET_REASON);
  const own = allocations.get(userId);
  if (!own) return declined(id, SWITCHED_OFF_REASON);
  const { shares, reason, wantedShares: wanted } = own;
  return {
    id,
    outcome: shares > 0 ? 'allocated' : 'declined',
    reason,
    shares,
    wanted,
    rank: wanted > 0 ? rank : null,
  };
}

/** @param property whose current price and yield the outcomes were decided by */
async function setOutcomes(
  { tx, now }: Run,
  runId: string,
  changes: readonly NewOutcome[],
  property?: OfferedProperty,
): Promise<void> {
  if (changes.length === 0) return;
  const changed = columnRows('changed', changes, {
    id: ['uuid', ({ id }) => id],
    outcome: ['text', ({ outcome }) => outcome],
    reason: ['text', ({ reason }) => reason],
    shares: ['int', ({ shares }) => shares],
    wanted: ['int', ({ wanted }) => wanted],
    rank: ['text', ({ rank }) => rank],
  });
  const figures = property
    ? sql`price_per_share = ${toDecimal(property.pricePerShareCents)}::numeric,
          annual_yield = ${bpsToDecimal(property.annualYieldBps)}::numeric,`
    : sql``;
  await rows(
    tx,
    sql`update auto_invest_decisions d
        set outcome = changed.outcome, reason = changed.reason, allocated_shares = changed.shares,
            wanted_shares = changed.wanted, rank = changed.rank, ${figures}
            decided_at = ${now.toISOString()}::timestamptz
        from ${changed} where d.id = changed.id and d.run_id = ${runId}::uuid`,
  );
}
