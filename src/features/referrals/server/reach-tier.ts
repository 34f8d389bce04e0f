import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { referralRewards } from '#db/schema/referrals.ts';
import { notify } from '#features/notifications/server/index.ts';
import { otherAccountsOf } from '#features/ownership/server/index.ts';
import { present } from '#kernel/assert.ts';
import { counted } from '#kernel/plural.ts';
import { handle } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { lock } from '#platform/server/database/advisory-locks.ts';
import { textArray } from '#platform/server/database/columns.ts';
import { rows, type Transaction } from '#platform/server/database/db.ts';
import { REFERRALS_CHANGED } from '../referrals.events.ts';
import { REWARD_TIERS } from '../referrals.rules.ts';

/** Gives a person the reward of a tier that their referrals have reached; each tier once, by whichever of their accounts. */
export const reachTier = defineCommand({
  name: 'referrals.reachTier',
  input: z.strictObject({ userId: handle, tier: z.int() }),
  access: 'system',
  async run(run, { userId, tier }) {
    const { tx, now, emit } = run;
    const shares = REWARD_TIERS.find(({ referrals }) => referrals === tier)?.shares;
    if (shares === undefined || (await isGiven(tx, { userId, tier }))) return { reached: false };
    const reached = await tx
      .insert(referralRewards)
      .values({ userId, tier, shares, status: 'open', reachedAt: now })
      .onConflictDoNothing()
      .returning({ tier: referralRewards.tier });
    if (reached.length === 0) return { reached: false };
    await notify(run, {
      userId,
      type: 'achievement',
      priority: 'medium',
      title: 'You earned a referral reward',
      message: `${tier} people you invited have invested. Choose a property for your ${counted(shares, 'share')}.`,
      actionUrl: '/invite',
    });
    emit(REFERRALS_CHANGED, { userId, payload: {} });
    return { reached: true };
  },
  audit: ({ userId, tier }) => ({ subject: `user:${userId}`, details: { tier } }),
});

/** Whether an account of the same verified person was given the tier. Waits for one that is being given it. */
async function isGiven(
  tx: Transaction,
  { userId, tier }: { userId: string; tier: number },
): Promise<boolean> {
  const others = await rows<{ otherId: string }>(tx, otherAccountsOf(textArray([userId])));
  const accounts = [userId, ...others.map(({ otherId }) => otherId)].sort();
  await lock(tx, 'referralTiers', present(accounts[0], 'an account'));
  const given = await tx
    .select({ tier: referralRewards.tier })
    .from(referralRewards)
    .where(and(inArray(referralRewards.userId, accounts), eq(referralRewards.tier, tier)));
  return given.length > 0;
}
