import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { referralRewards } from '#db/schema/referrals.ts';
import { SIGNED_UP } from '#features/identity/server/index.ts';
import { investingErrors } from '#features/investing/refusals.contract.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { HOUR } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import { rows } from '#platform/server/database/db.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { actorFor } from '#platform/server/security/caller.ts';
import { REWARD_CHOSEN } from '../referrals.events.ts';
import { reachedTiers } from '../referrals.rules.ts';
import { announceReward } from './announce-reward.ts';
import { buyReward, purchaseKeyOf } from './buy-reward.ts';
import { postponeReward } from './postpone-reward.ts';
import { reachTier } from './reach-tier.ts';
import { recordReferral } from './record-referral.ts';
import { successfulReferrals } from './successful.ts';

const RECORD = 'referrals.record';
const GRANT = 'referrals.grant';
/** The schedule that gives the rewards of reached tiers, and buys those that waited for money. */
const CHECK_TIERS = 'referrals.checkTiers';

const record: JobHandler = async (ctx, payload) => {
  const { userId, referralCode } = z
    .object({ userId: z.string(), referralCode: z.string().optional() })
    .parse(payload);
  if (referralCode === undefined || !ctx.platform.config.hasReferrals) return;
  await recordReferral(ctx, { userId, code: referralCode });
};

/** Buys the shares of a chosen reward with the platform's money, and announces them. Every step can be repeated. */
async function grant(ctx: CommandContext, { userId, tier }: { userId: string; tier: number }): Promise<void> {
  const { platform } = ctx;
  const [reward] = await platform.db
    .select()
    .from(referralRewards)
    .where(and(eq(referralRewards.userId, userId), eq(referralRewards.tier, tier)));
  if (!reward || reward.status === 'open') return;
  const { shares, attempt, propertyId } = reward;
  try {
    const order = {
      propertyId: present(propertyId, 'the chosen property'),
      shares,
      requestId: purchaseKeyOf({ tier, attempt }),
    };
    const caller = { actor: actorFor(userId) };
    const { id, propertyName } = await buyReward({ platform, caller }, order);
    await announceReward(ctx, { userId, shares, propertyName, requestId: `announced:${id}` });
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
    const isForMoney = error.code === investingErrors.INSUFFICIENT_FUNDS.code;
    if (isForMoney && reward.status === 'pending') return;
    await postponeReward(ctx, { userId, tier, attempt, refusal: isForMoney ? null : error.message });
  }
}

const grantChosen: JobHandler = async (ctx, payload) => {
  await grant(ctx, z.object({ userId: z.string(), tier: z.int() }).parse(payload));
};

const checkTiers: JobHandler = async (ctx) => {
  const { db, clock, config } = ctx.platform;
  if (!config.hasReferrals) return;
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
    .where(inArray(referralRewards.status, ['chosen', 'pending']))
    .orderBy(asc(referralRewards.reachedAt), asc(referralRewards.userId), asc(referralRewards.tier));
  for (const reward of waiting) await grant(ctx, reward);
};

export const referralJobs = {
  onEvent: { [SIGNED_UP]: [RECORD], [REWARD_CHOSEN]: [GRANT] },
  handlers: { [RECORD]: record, [GRANT]: grantChosen, [CHECK_TIERS]: checkTiers },
  schedules: [{ kind: CHECK_TIERS, everyMs: HOUR }],
};
