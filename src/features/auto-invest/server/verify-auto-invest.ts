import { sql } from 'drizzle-orm';
import type { Invariant } from '#platform/server/verification/invariants.ts';

export const autoInvestInvariants: readonly Invariant[] = [
  {
    name: 'a purchase of Auto-Invest is what its decision says, and is made once',
    count: sql`select count(*) as checked from auto_invest_purchases`,
    drift: sql`
      select 'auto-invest purchase ' || coalesce(a.investment_id, d.investment_id) as subject,
             case when d.id is null then 'there is no decision'
                  when i.id is null then 'there is no investment'
                  else 'decided ' || d.allocated_shares || ' shares for ' || d.user_id || ', bought ' || i.shares
                       || ' for ' || i.user_id end as detail
      from auto_invest_purchases a
      left join auto_invest_decisions d on d.id = a.decision_id
      left join investments i on i.id = a.investment_id
      where d.id is null or i.id is null or i.shares <> d.allocated_shares or i.user_id <> d.user_id
         or i.property_id <> d.property_id or i.total_amount <> a.amount
         or (d.outcome = 'bought' and d.investment_id <> a.investment_id)
         or d.outcome not in ('bought', 'allocated')`,
  },
  {
    name: 'a decision of Auto-Invest that says bought has its purchase',
    count: sql`select count(*) as checked from auto_invest_decisions where outcome = 'bought'`,
    drift: sql`
      select 'decision ' || d.id as subject, 'bought without a purchase' as detail
      from auto_invest_decisions d left join auto_invest_purchases a on a.decision_id = d.id
      where d.outcome = 'bought' and a.decision_id is null`,
  },
  {
    name: 'a run of Auto-Invest allocates no more shares of a property than it offers',
    count: sql`select count(*) as checked from auto_invest_offers`,
    drift: sql`
      select 'run ' || o.run_id || ', property ' || o.property_id as subject,
             'offered ' || o.offered_shares || ', allocated ' || sum(d.allocated_shares) as detail
      from auto_invest_offers o
      join auto_invest_decisions d on d.run_id = o.run_id and d.property_id = o.property_id
      group by o.run_id, o.property_id, o.offered_shares
      having sum(d.allocated_shares) > o.offered_shares`,
  },
  {
    name: 'Auto-Invest bought a property at most once for a person, except by monthly plans',
    count: sql`select count(*) as checked from auto_invest_purchases`,
    drift: sql`
      select 'user ' || a.user_id || ', property ' || a.property_id as subject,
             'bought ' || count(*) || ' times' as detail
      from auto_invest_purchases a
      join auto_invest_decisions d on d.id = a.decision_id
      join auto_invest_runs r on r.id = d.run_id and r.trigger <> 'recurring'
      left join investment_refunds f on f.investment_id = a.investment_id
      where f.investment_id is null
      group by a.user_id, a.property_id having count(*) > 1`,
  },
  {
    name: 'a monthly plan of Auto-Invest runs once for each month',
    count: sql`select count(distinct (user_id, plan_month)) as checked from auto_invest_decisions
               where plan_month is not null`,
    drift: sql`
      select 'user ' || user_id || ', ' || plan_month as subject, count(distinct run_id) || ' runs' as detail
      from auto_invest_decisions where plan_month is not null
      group by user_id, plan_month having count(distinct run_id) > 1`,
  },
];
