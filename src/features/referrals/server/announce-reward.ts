import { z } from 'zod';
import { notify } from '#features/notifications/server/index.ts';
import { counted } from '#kernel/plural.ts';
import { handle, requestId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';

/** Notifies a person of the shares that a reward bought. Idempotent by `requestId`. */
export const announceReward = defineCommand({
  name: 'referrals.announceReward',
  input: z.strictObject({ userId: handle, shares: z.int(), propertyName: z.string(), requestId }),
  access: 'system',
  async run(run, { userId, shares, propertyName }) {
    await notify(run, {
      userId,
      type: 'achievement',
      priority: 'medium',
      title: 'Your referral reward is here',
      message: `You got ${counted(shares, 'share')} of ${propertyName}. What they cost today counts as your income.`,
      actionUrl: '/dashboard',
    });
    return {};
  },
  audit: ({ userId, shares }) => ({ subject: `user:${userId}`, details: { shares } }),
});
