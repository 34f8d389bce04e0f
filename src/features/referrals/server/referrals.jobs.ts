import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { referralRewards } from '#db/schema/referrals.ts';
import { investingErrors } from '#features/investing/refusals.contract.ts';
import { legalErrors } from '#features/legal/legal.contract.ts';
import { present } from '#kernel/assert.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { HOUR } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import { type Database, rows } from '#platform/server/database/db.ts';
import { type IdRange, within } from '#platform/server/database/id-ranges.ts';
import { type JobHandler, jobFor } from '#platform/server/jobs/jobs.ts';
import { failWith, tryEach, tryEachInRanges } from '#platform/server/jobs/try-each.ts';
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

/** Inviters whose referrals are counted by one statement. */
const MAX_INVITERS = 500;
/** Rewards read by one statement. */
const MAX_WAITING_REWARDS = 500;

/** Refusals that end without another choice: the person is to accept new terms, or an admin decides on the account. */
const TEMPORARY_REFUSALS: readonly string[] = [
  legalErrors.CONSENT_REQUIRED.code,
  commonErrors.ACCOUNT_FROZEN.code,
];

/** Buys the shares of a chosen reward with the platform's money; a job of their purchase notifies the person. Can be repeated. */
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
    if ((isForMoney && reward.status === 'pending') || TEMPORARY_REFUSALS.includes(error.code)) return;
    await postponeReward(ctx, { userId, tier, attempt, refusal: isForMoney ? null : error.message });
  }
}

const grantJob = jobFor(REWARD_CHOSEN, grant);

const announce = jobFor(REWARD_BOUGHT, async (ctx, { investmentId, ...reward }) => {
  await announceReward(ctx, { ...reward, requestId: `announced:${investmentId}` });
});

/** Gives and buys what is due. */
const checkTiers: JobHandler = async (ctx) => {
  const { db, clock, config } = ctx.platform;
  if (!config.hasReferrals) return;
  const failures = await tryEachInRanges(ctx, {
    ids: sql`select inviter_id as id from referrals`,
    maxIds: MAX_INVITERS,
    itemsIn: (inviters) => newlyReached(db, inviters, clock.now()),
    work: (reward) => reachTier(ctx, reward),
    what: ({ userId, tier }) => `tier ${tier} of ${userId}`,
  });
  // Not in time slices: what waits for money still waits, so a later run would begin with the same rewards again.
  let last: WaitingReward | undefined;
  do {
    const waiting = await nextWaiting(db, last);
    failures.push(
      ...(await tryEach(ctx, waiting, {
        work: (reward) => grant(ctx, reward),
        what: ({ userId, tier }) => `reward ${tier} of ${userId}`,
      })),
    );
    last = waiting.length < MAX_WAITING_REWARDS ? undefined : waiting.at(-1);
  } while (last);
  failWith(failures);
};

/** Tiers that these people have reached and were not given yet. */
async function newlyReached(
  db: Database,
  inviters: IdRange,
  now: Date,
): Promise<{ userId: string; tier: number }[]> {
  const among = (id: SQL) => within(id, inviters);
  const counts = await rows<{ userId: string; many: number }>(
    db,
    sql`select inviter_id as "userId", count(*)::int as many from ${successfulReferrals(now, among)} s group by 1`,
  );
  const known = await db
    .select({ userId: referralRewards.userId, tier: referralRewards.tier })
    .from(referralRewards)
    .where(among(sql`${referralRewards.userId}`));
  const given = new Set(known.map(({ userId, tier }) => `${userId} ${tier}`));
  return counts.flatMap(({ userId, many }) =>
    reachedTiers(many)
      .map(({ referrals: tier }) => ({ userId, tier }))
      .filter(({ tier }) => !given.has(`${userId} ${tier}`)),
  );
}

type WaitingReward = Pick<typeof referralRewards.$inferSelect, 'userId' | 'tier' | 'reachedAt'>;

/** The next rewards whose shares are to be bought, those that were reached first before others. */
export function nextWaiting(
  db: Database,
  last: WaitingReward | undefined,
  maxRows = MAX_WAITING_REWARDS,
): Promise<WaitingReward[]> {
  const { reachedAt, userId, tier, status } = referralRewards;
  const later =
    last &&
    sql`(${reachedAt}, ${userId}, ${tier}) > (${last.reachedAt.toISOString()}::timestamptz, ${last.userId}, ${last.tier})`;
  return db
    .select({ userId, tier, reachedAt })
    .from(referralRewards)
    .where(and(inArray(status, ['chosen', 'pending']), later))
    .orderBy(asc(reachedAt), asc(userId), asc(tier))
    .limit(maxRows);
}

export const referralJobs = {
  handlers: { [GRANT]: grantJob, [ANNOUNCE]: announce, [CHECK_TIERS]: checkTiers },
  schedules: [{ kind: CHECK_TIERS, everyMs: HOUR }],
};
