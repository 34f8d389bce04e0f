import { and, eq, sql } from 'drizzle-orm';
import { referralRewards } from '#db/schema/referrals.ts';
import { verifiedAmong } from '#features/ownership/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { chooseRewardInput, referralErrors } from '../referrals.contract.ts';
import { REWARD_CHOSEN } from '../referrals.events.ts';
import { rewardChoices } from './referrals.queries.ts';

/**
 * Chooses the property of a reward, whose shares are then bought. Another one can be chosen while there is no money for it.
 * Idempotent by `requestId`.
 * @throws REFERRALS_OFF, REWARD_NOT_FOUND, REWARD_TAKEN, VERIFY_FOR_REWARD, NOT_A_CHOICE
 */
export const chooseReward = defineCommand({
  name: 'referrals.chooseReward',
  input: chooseRewardInput,
  access: 'signedIn',
  async prepare({ platform }) {
    if (!platform.config.hasReferrals) throw new DomainError(referralErrors.REFERRALS_OFF);
  },
  async run({ tx, actor: { userId }, now, emit }, { tier, propertyId }) {
    const own = and(eq(referralRewards.userId, userId), eq(referralRewards.tier, tier));
    const [reward] = await tx.select().from(referralRewards).where(own).for('update');
    if (!reward) throw new DomainError(referralErrors.REWARD_NOT_FOUND);
    if (reward.status !== 'open' && reward.status !== 'pending')
      throw new DomainError(referralErrors.REWARD_TAKEN);
    if (!(await verifiedAmong(tx, [userId])).has(userId)) {
      throw new DomainError(referralErrors.VERIFY_FOR_REWARD);
    }
    const [choice] = await rewardChoices(tx, { userId, shares: reward.shares, now, propertyId });
    if (!choice) throw new DomainError(referralErrors.NOT_A_CHOICE);
    await tx
      .update(referralRewards)
      // One that waits for money stays pending: admins were notified of it.
      .set({
        status: reward.status === 'pending' ? 'pending' : 'chosen',
        propertyId,
        refusal: null,
        attempt: sql`${referralRewards.attempt} + 1`,
      })
      .where(own);
    emit(REWARD_CHOSEN, { userId, payload: { userId, tier } });
    return { status: 'chosen' } as const;
  },
  audit: ({ tier, propertyId }) => ({ subject: `property:${propertyId}`, details: { tier } }),
});
