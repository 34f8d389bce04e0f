import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { referralRewards } from '#db/schema/referrals.ts';
import { notify } from '#features/notifications/server/index.ts';
import { handle } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { REFERRALS_CHANGED } from '../referrals.events.ts';

const rewardKey = { userId: handle, tier: z.int() };

/** Notes which purchase a paid reward became. */
export const grantReward = defineCommand({
  name: 'referrals.grantReward',
  input: z.strictObject({ ...rewardKey, investmentId: z.uuid(), propertyName: z.string() }),
  access: 'system',
  async run(run, { userId, tier, investmentId, propertyName }) {
    const { tx, now, emit } = run;
    const own = and(eq(referralRewards.userId, userId), eq(referralRewards.tier, tier));
    const [granted] = await tx
      .update(referralRewards)
      .set({ status: 'granted', investmentId, grantedAt: now, refusal: null })
      .where(and(own, eq(referralRewards.status, 'paid')))
      .returning({ shares: referralRewards.shares });
    if (!granted) return { granted: false };
    const { shares } = granted;
    await notify(run, {
      userId,
      type: 'achievement',
      priority: 'medium',
      title: 'Your referral reward is here',
      message: `You got ${shares} ${shares === 1 ? 'share' : 'shares'} of ${propertyName}. Their price of today is income of yours.`,
      actionUrl: '/dashboard',
    });
    emit({ type: REFERRALS_CHANGED, userId, payload: {} });
    return { granted: true };
  },
  audit: ({ userId, tier, investmentId }) => ({
    subject: `investment:${investmentId}`,
    details: { userId, tier },
  }),
});
