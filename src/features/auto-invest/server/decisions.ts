import type { autoInvestDecisions } from '#db/schema/auto-invest.ts';
import { present } from '#kernel/assert.ts';
import { bpsToDecimal, toDecimal } from '#kernel/money.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { insertRows, statementParts, type Write, writeAll } from '#platform/server/database/columns.ts';
import { sha256 } from '#platform/server/security/sha256.ts';
import type { OfferedProperty } from './facts.ts';

export type DecisionRow = typeof autoInvestDecisions.$inferSelect;

/** The order in which shares are allocated: nobody can know it before the run has its id. */
export function rankOf(propertyId: number, userId: string, runId: string): string {
  return sha256(rankTextOf(propertyId, userId, runId));
}

export const rankTextOf = (propertyId: number, userId: string, runId: string) =>
  `${propertyId}:${userId}:${runId}`;

/** A decision about a property for a person; `decided` says what. */
export function decisionOf(
  { newId, now }: Pick<Run, 'newId' | 'now'>,
  runId: string,
  { propertyId, name, annualYieldBps, pricePerShareCents }: Omit<OfferedProperty, 'ownerId'>,
  decided: Pick<
    DecisionRow,
    'userId' | 'outcome' | 'reason' | 'wantedShares' | 'allocatedShares' | 'planMonth'
  >,
): DecisionRow {
  return {
    id: newId(),
    runId,
    propertyId,
    propertyName: name,
    annualYieldBps,
    pricePerShareCents,
    ...decided,
    rank: decided.wantedShares > 0 ? rankOf(propertyId, decided.userId, runId) : null,
    decidedAt: now,
    investmentId: null,
  };
}

/**
 * Writes decisions, however many. The first of the list gets the highest id: people see the
 * decisions of a run, and it buys, in the order in which the shares were allocated.
 */
export async function writeDecisions(
  { tx }: Pick<Run, 'tx'>,
  decided: readonly DecisionRow[],
): Promise<void> {
  const ids = decided.map(({ id }) => id).sort();
  const ordered = decided.map((row, at) => ({ ...row, id: present(ids.at(-1 - at), 'an id') }));
  for (const part of statementParts(ordered)) await writeAll(tx, [insertOf(part)]);
}

function insertOf(decided: readonly DecisionRow[]): Write {
  return insertRows('auto_invest_decisions', decided, {
    id: ['uuid', ({ id }) => id],
    run_id: ['uuid', ({ runId }) => runId],
    user_id: ['text', ({ userId }) => userId],
    property_id: ['int', ({ propertyId }) => propertyId],
    property_name: ['text', ({ propertyName }) => propertyName],
    annual_yield: ['numeric', ({ annualYieldBps }) => bpsToDecimal(annualYieldBps)],
    price_per_share: ['numeric', ({ pricePerShareCents }) => toDecimal(pricePerShareCents)],
    outcome: ['text', ({ outcome }) => outcome],
    reason: ['text', ({ reason }) => reason],
    wanted_shares: ['int', ({ wantedShares }) => wantedShares],
    allocated_shares: ['int', ({ allocatedShares }) => allocatedShares],
    rank: ['text', ({ rank }) => rank],
    plan_month: ['text', ({ planMonth }) => planMonth],
    decided_at: ['timestamptz', ({ decidedAt }) => decidedAt],
  });
}
