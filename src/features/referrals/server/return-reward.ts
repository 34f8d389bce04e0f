import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { referralRewards } from '#db/schema/referrals.ts';
import { accounts, lockBalances, post } from '#features/ledger/server/index.ts';
import { present } from '#kernel/assert.ts';
import { handle } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { REFERRALS_CHANGED } from '../referrals.events.ts';

const rewardKey = { userId: handle, tier: z.int() };

/**
 * Notes why a paid reward could not be bought, and takes its money back as far as it is still there, so that the person
 * chooses another property. Money that they have spent meanwhile stays theirs; it is never paid again.
 */
export const returnReward = defineCommand({
  name: 'referrals.returnReward',
  input: z.strictObject({ ...rewardKey, attempt: z.int(), refusal: z.string().max(500) }),
  access: 'system',
  async run(run, { userId, tier, attempt, refusal }) {
    const { tx, emit } = run;
    const own = and(eq(referralRewards.userId, userId), eq(referralRewards.tier, tier));
    const [reward] = await tx.select().from(referralRewards).where(own).for('update');
    if (reward?.status !== 'paid' || reward.attempt !== attempt) return { returned: false };
    const paidCents = present(reward.paidCents, 'what was paid');
    const promotions = accounts.promotions();
    const cash = accounts.userCash(userId);
    const balances = await lockBalances(tx, [promotions, cash]);
    const isThere = (balances.get(cash.id) ?? 0) >= paidCents;
    if (isThere) {
      await post(tx, run, [{ code: 'reward_returned', debit: cash, credit: promotions, amount: paidCents }]);
    }
    const back = { status: 'open', paidCents: null } as const;
    await tx
      .update(referralRewards)
      .set({ refusal, ...(isThere && back) })
      .where(own);
    emit({ type: REFERRALS_CHANGED, userId, payload: {} });
    return { returned: isThere };
  },
  audit: ({ userId, tier }, { returned }) => ({ subject: `user:${userId}`, details: { tier, returned } }),
});
