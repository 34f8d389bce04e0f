import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { referralRewards } from '#db/schema/referrals.ts';
import { investingErrors } from '#features/investing/refusals.contract.ts';
import { legalErrors } from '#features/legal/legal.contract.ts';
import { present } from '#kernel/assert.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { HOUR } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import { rows } from '#platform/server/database/db.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { failWith, tryEach } from '#platform/server/jobs/try-each.ts';
import { actorFor } from '#platform/server/security/caller.ts';
import { REWARD_BOUGHT, REWARD_CHOSEN } from '../referrals.events.ts';
import { reachedTiers } from '../referrals.rules.ts';
import { announceReward } from './announce-reward.ts';
import { buyReward, purchaseKeyOf } from './buy-reward.ts';
import { postponeReward } from './postpone-reward.ts';
import { reachTier } from './reach-tier.ts';
import { successfulReferrals } from './successful.ts';

const GRANT = 'referrals.grant';
/** The schedule that gives the rewards of reached tiers, and buys those that waited for money. */
const CHECK_TIERS = 'referrals.checkTiers';
const ANNOUNCE = 'referrals.announce';

/** Refusals that pass without another choice: the person is to accept new terms, or an admin decides on the account. */
const PASSING_CODES: readonly string[] = [
  legalErrors.CONSENT_REQUIRED.code,
  commonErrors.ACCOUNT_FROZEN.code,
];

/** Buys the shares of a chosen reward with the platform's money; their purchase announces them. Can be repeated. */
async function grant(ctx: CommandContext, { userId, tier }: { userId: string; tier: number }): Promise<void> {
  const { platform } = ctx;
  const [reward] = await platform.db
    .select()
    .from(referralRewards)
    .where(and(eq(referralRewards.userId, userId), eq(referralRewards.tier, tier)));
  if (reward?.status !== 'chosen' && reward?.status !== 'pending') return;
  const { shares, attempt, propertyId } = reward;
  try {
    const order = {
      propertyId: present(propertyId, 'the chosen property'),
      shares,
      requestId: purchaseKeyOf({ tier, attempt }),
    };
    const caller = { actor: actorFor(userId) };
    await buyReward({ platform, caller }, order);
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
    const isForMoney = error.code === investingErrors.INSUFFICIENT_FUNDS.code;
    if ((isForMoney && reward.status === 'pending') || PASSING_CODES.includes(error.code)) return;
    await postponeReward(ctx, { userId, tier, attempt, refusal: isForMoney ? null : error.message });
  }
}

const grantChosen: JobHandler = async (ctx, payload) => {
  await grant(ctx, z.object({ userId: z.string(), tier: z.int() }).parse(payload));
};

const bought = z.object({
  userId: z.string(),
  investmentId: z.string(),
  shares: z.int(),
  propertyName: z.string(),
});

const announce: JobHandler = async (ctx, payload) => {
  const { investmentId, ...reward } = bought.parse(payload);
  await announceReward(ctx, { ...reward, requestId: `announced:${investmentId}` });
};

/** Gives and buys what is due. */
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
  const failures = await tryEach(ctx, waiting, {
    work: (reward) => grant(ctx, reward),
    what: ({ userId, tier }) => `reward ${tier} of ${userId}`,
  });
  failWith(failures);
};

export const referralJobs = {
  onEvent: { [REWARD_CHOSEN]: [GRANT], [REWARD_BOUGHT]: [ANNOUNCE] },
  handlers: { [GRANT]: grantChosen, [ANNOUNCE]: announce, [CHECK_TIERS]: checkTiers },
  schedules: [{ kind: CHECK_TIERS, everyMs: HOUR }],
};
