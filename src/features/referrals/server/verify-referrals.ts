import { sql } from 'drizzle-orm';
import type { Invariant } from '#platform/server/verification/invariants.ts';

/** What must hold of referral rewards. */
export const referralInvariants: readonly Invariant[] = [
  {
    name: 'the promotions account paid each reward once, and nothing else',
    count: sql`select count(*) as checked from referral_rewards`,
    drift: sql`
      select 'user ' || coalesce(r.user_id, t.user_id) as subject,
             coalesce(r.cents, 0) || ' cents of paid rewards, ' || coalesce(t.cents, 0) || ' moved' as detail
      from (select user_id, (sum(paid) * 100)::bigint as cents from referral_rewards
            where paid is not null group by user_id) r
      full join (
        select substring(case code when 'reward' then credit_account else debit_account end from '^user:(.+):cash$')
                 as user_id, sum(case code when 'reward' then amount else -amount end) as cents
        from ledger_transfers where code in ('reward', 'reward_returned') group by 1
        having sum(case code when 'reward' then amount else -amount end) <> 0) t on t.user_id = r.user_id
      where coalesce(r.cents, 0) <> coalesce(t.cents, 0)`,
  },
  {
    name: 'a granted reward is a purchase of its person, with its shares',
    count: sql`select count(*) as checked from referral_rewards where status = 'granted'`,
    drift: sql`
      select 'reward ' || r.tier || ' of ' || r.user_id as subject, 'has no such purchase' as detail
      from referral_rewards r
      left join investments i on i.id = r.investment_id and i.user_id = r.user_id and i.shares = r.shares
        and i.property_id = r.property_id
      where r.status = 'granted' and i.id is null`,
  },
];
