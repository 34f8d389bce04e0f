import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { autoInvestDecisions } from '#db/schema/auto-invest.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { autoInvestErrors, skipInput } from '../auto-invest.contract.ts';
import { DECIDED } from '../auto-invest.events.ts';

/**
 * Skips a match of the caller's before it is bought: Auto-Invest never buys that property for them.
 * @throws MATCH_NOT_FOUND, MATCH_OVER
 */
export const skip = defineCommand({
  name: 'autoInvest.skip',
  input: skipInput,
  access: 'signedIn',
  whileFrozen: true,
  async run({ tx, actor, now, emit }, { decisionId }) {
    const own = and(eq(autoInvestDecisions.id, decisionId), eq(autoInvestDecisions.userId, actor.userId));
    const [found] = await tx.select().from(autoInvestDecisions).where(own).for('update');
    if (!found) throw new DomainError(autoInvestErrors.MATCH_NOT_FOUND);
    if (found.outcome === 'skipped') return { skipped: true as const };
    if (found.outcome !== 'matched') throw new DomainError(autoInvestErrors.MATCH_OVER);
    await tx
      .update(autoInvestDecisions)
      .set({ outcome: 'skipped', reason: 'You skipped it.', decidedAt: now })
      .where(own);
    emit(DECIDED, { userId: actor.userId, payload: {} });
    return { skipped: true as const };
  },
  audit: ({ decisionId }) => ({ subject: `auto-invest-decision:${decisionId}` }),
});

export const skipReceipt = z.object({ skipped: z.literal(true) });
