import { type SQL, sql } from 'drizzle-orm';
import type { Invariant } from '#platform/server/verification/invariants.ts';

/** Purchases that the promotions account paid for and that were not refunded. */
const rewardPurchases = sql`(
  select * from investments p where p.paid_by = 'promotions'
    and not exists (select 1 from investment_refunds f where f.investment_id = p.id))`;

/** Whether someone has spent the money of an early reward, which was paid into their wallet. */
const hasSpentReward = (userId: SQL) => sql`exists (
  select 1 from referral_rewards w where w.user_id = ${userId} and w.status = 'paid')`;

export const referralInvariants: readonly Invariant[] = [
  {
    name: 'the promotions account paid for each purchase of a reward once, and for nothing else',
    count: sql`select count(*) as checked from investments where paid_by = 'promotions'`,
    drift: sql`
      select 'user ' || coalesce(i.user_id, t.user_id) as subject,
             coalesce(i.cents, 0) || ' cents of purchases, ' || coalesce(t.cents, 0) || ' moved' as detail
      from (select user_id, (sum(total_amount + transaction_fee) * 100)::bigint as cents
            from ${rewardPurchases} s group by user_id) i
      full join (
        select substring(case code when 'reward' then credit_account else debit_account end from '^user:(.+):cash$')
                 as user_id, sum(case code when 'reward' then amount else -amount end) as cents
        from ledger_transfers where code in ('reward', 'reward_returned') group by 1) t on t.user_id = i.user_id
      where coalesce(i.cents, 0) <> coalesce(t.cents, 0)
        and not (t.cents > coalesce(i.cents, 0) and ${hasSpentReward(sql`t.user_id`)})`,
  },
  {
    name: 'a granted reward is a purchase that promotions paid for and that was not refunded, and the other way round',
    count: sql`select count(*) as checked from referral_rewards where status = 'granted'`,
    drift: sql`
      select coalesce('reward ' || w.tier || ' of ' || w.user_id, 'investment ' || i.id) as subject,
             case when i.id is null then 'has no such purchase' else 'belongs to no reward' end as detail
      from (select * from referral_rewards where status = 'granted') w
      full join ${rewardPurchases} i on i.id = w.investment_id and i.user_id = w.user_id
        and i.property_id = w.property_id and i.shares = w.shares
      where w.tier is null or i.id is null`,
  },
];
