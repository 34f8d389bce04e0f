import { type SQL, sql } from 'drizzle-orm';
import { holdingKinds } from '#features/ledger/server/index.ts';
import { acquisitions } from '#features/lots/server/index.ts';
import { CANCELLATION_WINDOW_MS } from '#features/offerings/server/index.ts';
import { after } from '#kernel/time.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { type IdRange, within } from '#platform/server/database/id-ranges.ts';
import { type AchievementKind, MIN_PROPERTIES_HELD } from '../achievements.rules.ts';

interface DueAchievement extends Record<string, unknown> {
  userId: string;
  kind: AchievementKind;
}

/** The primary purchases of a person that are final: neither refunded nor to be canceled any more. */
function finalPurchases(now: Date): SQL {
  const uncancellableBefore = after(now, -CANCELLATION_WINDOW_MS).toISOString();
  return sql`
    select i.property_id from investments i
    where i.user_id = u.id and i.created_at <= ${uncancellableBefore}::timestamptz
      and not exists (select 1 from investment_refunds r where r.investment_id = i.id)`;
}

/**
 * Whether a person has bought shares that somebody resold. Where a few people bought most of them, Postgres expects
 * `exists` to find one soon, and reads them all for each person who has none; with an order and a limit it reads those of
 * the person.
 */
const hasTraded = (where = sql``): SQL => sql`
    (select true from resale_trades t where t.buyer_id = u.id ${where} order by t.property_id limit 1)`;

/** Whether a person has reached each, as conditions on `u.id` at a moment. */
function conditions(now: Date): Record<AchievementKind, SQL> {
  return {
    firstShare: sql`exists (${finalPurchases(now)}) or ${hasTraded()}`,
    firstDistribution: sql`exists (
        select 1 from distribution_payouts p join distributions d on d.id = p.distribution_id
        where p.user_id = u.id and p.amount > 0 and d.status = 'paid')`,
    firstVote: sql`exists (select 1 from votes v where v.user_id = u.id)`,
    firstSale: sql`exists (select 1 from lot_disposals d where d.user_id = u.id)`,
    // With `exists`, Postgres reads the purchases of a person again for each of thousands of holdings.
    fiveProperties: sql`(
        select count(distinct a.property_id) from ledger_accounts a
        where a.user_id = u.id and a.kind in ${holdingKinds} and a.balance > 0
          and (a.property_id in (${finalPurchases(now)}) or ${hasTraded(sql`and t.property_id = a.property_id`)})
        ) >= ${MIN_PROPERTIES_HELD}::int`,
    // With `exists`, Postgres reads all purchases of everybody to join them; with a limit, those of each person.
    yearHeld: sql`
        select true from ${acquisitions} a left join lot_usage s on s.lot_id = a.id
        where a.user_id = u.id and a.shares > coalesce(s.shares_sold, 0)
          and a.acquired_at <= ${now.toISOString()}::timestamptz - interval '1 year'
        limit 1`,
  };
}

/** Reached achievements of these people that are not recorded yet, by person and in the order of announcement. */
export function dueAchievements(db: Queryable, now: Date, people: IdRange): Promise<DueAchievement[]> {
  const kinds = Object.entries(conditions(now)).map(
    ([kind, isReached], ordinal) => sql`
      select u.id as user_id, ${kind}::text as kind, ${ordinal}::int as ordinal from users u
      where ${within(sql`u.id`, people)}
        and not exists (select 1 from achievements a where a.user_id = u.id and a.kind = ${kind})
        and (${isReached})`,
  );
  return rows<DueAchievement>(
    db,
    sql`select user_id as "userId", kind from (${sql.join(kinds, sql` union all `)}) due
        order by user_id, ordinal`,
  );
}
