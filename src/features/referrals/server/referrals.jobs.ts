import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { referralRewards } from '#db/schema/referrals.ts';
import { SIGNED_UP } from '#features/identity/server/index.ts';
import { invest } from '#features/investing/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { HOUR } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import { rows } from '#platform/server/database/db.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { REWARD_CHOSEN } from '../referrals.events.ts';
import { reachedTiers } from '../referrals.rules.ts';
import { grantReward } from './grant-reward.ts';
import { payReward } from './pay-reward.ts';
import { reachTier } from './reach-tier.ts';
import { recordReferral } from './record-referral.ts';
import { returnReward } from './return-reward.ts';
import { successfulReferrals } from './successful.ts';

const RECORD = 'referrals.record';
const GRANT = 'referrals.grant';
/** The schedule that gives the rewards of reached tiers, and pays those that waited for money. */
export const CHECK_TIERS = 'referrals.checkTiers';

const record: JobHandler = async (ctx, payload) => {
  const { userId, referralCode } = z
    .object({ userId: z.string(), referralCode: z.string().optional() })
    .parse(payload);
  if (referralCode === undefined || !ctx.platform.config.referrals) return;
  await recordReferral(ctx, { userId, code: referralCode });
};

/** Pays a chosen reward, buys its shares as the person would, and notes the outcome. Every step can be repeated. */
async function grant(ctx: CommandContext, { userId, tier }: { userId: string; tier: number }): Promise<void> {
  const { platform } = ctx;
  const { paid } = await payReward(ctx, { userId, tier });
  if (!paid) return;
  const [reward] = await platform.db
    .select()
    .from(referralRewards)
    .where(and(eq(referralRewards.userId, userId), eq(referralRewards.tier, tier)));
  const { shares, attempt, propertyId, refusal } = present(reward, 'a paid reward');
  if (refusal !== null) return;
  const actor: UserActor = { kind: 'user', userId, role: 'user', scope: 'write', sessionId: null };
  try {
    const receipt = await invest(
      { platform, caller: { actor } },
      {
        propertyId: present(propertyId, 'the chosen property'),
        shares,
        requestId: `reward:${tier}:${attempt}`,
      },
    );
    const { id: investmentId, propertyName } = receipt;
    await grantReward(ctx, { userId, tier, investmentId, propertyName });
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
    await returnReward(ctx, { userId, tier, attempt, refusal: error.message });
  }
}

const grantChosen: JobHandler = async (ctx, payload) => {
  await grant(ctx, z.object({ userId: z.string(), tier: z.int() }).parse(payload));
};

const checkTiers: JobHandler = async (ctx) => {
  const { db, clock, config } = ctx.platform;
  if (!config.referrals) return;
  const counts = await rows<{ userId: string; many: number }>(
    db,
    sql`select inviter_id as "userId", count(*)::int as many from ${successfulReferrals(clock.now())} s group by 1`,
  );
  const known = await db
    .select({ userId: referralRewards.userId, tier: referralRewards.tier })
    .from(referralRewards);
  const given = new Set(known.map(({ userId, tier }) => `${userId} ${tier}`));
  for (const { userId, many } of counts) {
    for (const { referrals: tier } of reachedTiers(many)) {
      if (!given.has(`${userId} ${tier}`)) await reachTier(ctx, { userId, tier });
    }
  }
  const waiting = await db
    .select({ userId: referralRewards.userId, tier: referralRewards.tier })
    .from(referralRewards)
    .where(
      and(inArray(referralRewards.status, ['chosen', 'pending', 'paid']), isNull(referralRewards.refusal)),
    );
  for (const reward of waiting) await grant(ctx, reward);
};

export const referralJobs = {
  onEvent: { [SIGNED_UP]: [RECORD], [REWARD_CHOSEN]: [GRANT] },
  handlers: { [RECORD]: record, [GRANT]: grantChosen, [CHECK_TIERS]: checkTiers },
  schedules: [{ kind: CHECK_TIERS, every: HOUR }],
};
