import { and, asc, count, eq, sql } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { investments } from '#db/schema/investing.ts';
import { properties } from '#db/schema/properties.ts';
import { referralCodes, referralRewards, referrals } from '#db/schema/referrals.ts';
import { otherAccountsOf, verifiedAmong } from '#features/ownership/server/index.ts';
import { maskedName } from '#kernel/person.ts';
import { textArray } from '#platform/server/database/columns.ts';
import { cursorAfter, cutPage, olderThan } from '#platform/server/database/cursors.ts';
import { type Database, highestFirst, type Queryable, rows } from '#platform/server/database/db.ts';
import { centsOf } from '#platform/server/database/sql-values.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { Referral, ReferralOverview, Reward, RewardChoice } from '../referrals.contract.ts';
import {
  investmentStatusOf,
  MAX_REWARD_SHARE_CENTS,
  maskedEmail,
  moreForNextReward,
} from '../referrals.rules.ts';
import { successfulReferrals } from './successful.ts';

const MAX_SHOWN_PROPERTIES = 100;

async function codeOf(db: Database, userId: string): Promise<string | null> {
  const [own] = await db
    .select({ code: referralCodes.code })
    .from(referralCodes)
    .where(eq(referralCodes.userId, userId));
  return own?.code ?? null;
}

/** Number of a person's successful referrals now. */
async function successfulCount(db: Queryable, userId: string, now: Date): Promise<number> {
  const [found] = await rows<{ many: number }>(
    db,
    sql`select count(*)::int as many from ${successfulReferrals(now, (inviterId) => sql`${inviterId} = ${userId}`)} s`,
  );
  return found?.many ?? 0;
}

/** The caller's code, counts and rewards. */
export async function overview(platform: Platform, { userId }: UserActor): Promise<ReferralOverview> {
  const { db, clock, config, origin } = platform;
  const code = config.hasReferrals ? await codeOf(db, userId) : null;
  const [total] = await db.select({ many: count() }).from(referrals).where(eq(referrals.inviterId, userId));
  const successful = await successfulCount(db, userId, clock.now());
  const found = await db
    .select({ reward: referralRewards, name: properties.name, purchase: investments })
    .from(referralRewards)
    .leftJoin(properties, eq(properties.id, referralRewards.propertyId))
    .leftJoin(investments, eq(investments.id, referralRewards.investmentId))
    .where(eq(referralRewards.userId, userId))
    .orderBy(asc(referralRewards.tier));
  const rewards = found.map(({ reward, name, purchase }): Reward => {
    const { tier, shares, status, reachedAt, propertyId, refusal } = reward;
    return {
      tier,
      shares,
      status,
      reachedAt: reachedAt.toISOString(),
      property: propertyId === null || name === null ? null : { id: propertyId, name },
      paidCents: purchase && purchase.totalAmountCents + purchase.transactionFeeCents,
      grantedAt: purchase?.createdAt.toISOString() ?? null,
      refusal,
    };
  });
  return {
    enabled: config.hasReferrals,
    code,
    link: code === null ? null : `${origin}/?ref=${code}`,
    isVerified: (await verifiedAmong(db, [userId])).has(userId),
    totalReferrals: total?.many ?? 0,
    successfulReferrals: successful,
    bonusShares: rewards.reduce((sum, { status, shares }) => sum + (status === 'granted' ? shares : 0), 0),
    moreForNextReward: moreForNextReward(successful, rewards),
    rewards,
  };
}

/** Purchases that an invited person paid for and that were not refunded, without fees. */
const finalPurchases = sql`
  select count(*)::int as purchases, coalesce(sum(i.total_amount) * 100, 0)::float8 as cents from investments i
  where i.user_id = referrals.invited_id and i.paid_by = 'buyer'
    and not exists (select 1 from investment_refunds f where f.investment_id = i.id)`;

/** Referrals by the caller's code: invited people, masked, the latest first. */
export async function list(
  db: Database,
  { userId }: UserActor,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const found = await db
    .select({
      id: referrals.id,
      joinedAt: referrals.joinedAt,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      isClosed: sql<boolean>`exists (select 1 from closed_accounts c where c.user_id = ${users.id})`,
      purchases: sql<number>`(select purchases from (${finalPurchases}) s)`,
      cents: sql<number>`(select cents from (${finalPurchases}) s)`,
    })
    .from(referrals)
    .innerJoin(users, eq(users.id, referrals.invitedId))
    .where(and(eq(referrals.inviterId, userId), olderThan(cursor, referrals.joinedAt, referrals.id)))
    .orderBy(highestFirst(referrals.joinedAt), highestFirst(referrals.id))
    .limit(limit + 1);
  const items = found.map(
    (row): Referral => ({
      id: row.id,
      name: row.isClosed ? 'Closed account' : maskedName(row),
      email: row.isClosed ? null : maskedEmail(row.email),
      dateJoined: row.joinedAt.toISOString(),
      investmentStatus: investmentStatusOf(row.purchases),
      totalInvestedCents: row.cents,
    }),
  );
  return cutPage(items, limit, (last) => cursorAfter(last.dateJoined, last.id));
}

/**
 * Open offerings of which a person can get this number of shares as a reward: cheap enough, and not their own. Those
 * with the highest yields, or the one that is asked about.
 */
export async function rewardChoices(
  db: Queryable,
  { userId, shares, now, propertyId }: { userId: string; shares: number; now: Date; propertyId?: number },
): Promise<RewardChoice[]> {
  return rows<RewardChoice & Record<string, unknown>>(
    db,
    sql`select p.id, p.name, p.location, ${centsOf('p.price_per_share')} as "pricePerShareCents",
               a.balance::int as "availableShares", o.minimum_order_shares as "minimumOrderShares"
        from properties p
        join offerings o on o.property_id = p.id and o.status in ('open', 'funded')
        join ledger_accounts a on a.property_id = p.id and a.kind = 'property_available'
        where p.status = 'approved' and p.price_per_share * 100 <= ${MAX_REWARD_SHARE_CENTS}
          and a.balance >= ${shares} and ${shares} >= least(o.minimum_order_shares, a.balance)
          and (o.status = 'funded' or o.deadline > ${now.toISOString()}::timestamptz)
          and p.owner_id <> ${userId}
          and p.owner_id not in (select "otherId" from (${otherAccountsOf(textArray([userId]))}) others)
          ${propertyId === undefined ? sql`` : sql`and p.id = ${propertyId}`}
        order by p.annual_yield desc, p.id limit ${MAX_SHOWN_PROPERTIES}`,
  );
}
