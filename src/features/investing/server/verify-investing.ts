import { type SQL, sql } from 'drizzle-orm';
import type { Invariant } from '#platform/server/verification/invariants.ts';

/** Amount of one transfer of an investment's operation, if it has the right accounts. */
const moved = (code: string, asset: SQL, debit: SQL, credit: SQL) => sql`coalesce(sum(t.amount) filter (
  where t.code = ${code} and t.asset = ${asset} and t.debit_account = ${debit} and t.credit_account = ${credit}), 0)`;

const cash = sql`'user:' || i.user_id || ':cash'`;
const escrow = sql`'property:' || i.property_id || ':escrow'`;
const amount = sql`(${moved('investment', sql`'USD'`, cash, escrow)} + ${moved('reinvestment', sql`'USD'`, cash, escrow)})`;
/** The first fees went to the platform immediately; later ones wait in escrow with their purchases. */
const fee = sql`(${moved('processing_fee', sql`'USD'`, cash, escrow)} + ${moved('processing_fee', sql`'USD'`, cash, sql`'platform:processing_fees'`)})`;
/** What promotions paid. */
const reward = moved('reward', sql`'USD'`, sql`'platform:promotions'`, cash);
/** What they have to pay. The first rewards were paid into the wallet by an operation of their own, and then granted. */
const rewardDue = sql`case when i.paid_by = 'promotions' and not exists (
  select 1 from audit_log g
  where g.subject = 'investment:' || i.id and g.action = 'referrals.grantReward' and g.runs is null)
  then (i.total_amount + i.transaction_fee) * 100 else 0 end`;
const shares = moved(
  'investment_shares',
  sql`'SHARE:' || i.property_id`,
  sql`'property:' || i.property_id || ':available'`,
  sql`'user:' || i.user_id || ':shares:' || i.property_id`,
);

/** The invariants of purchases on the primary market. */
export const investingInvariants: readonly Invariant[] = [
  {
    name: 'an investment matches its transfers: amount, fee, shares and who paid',
    count: sql`select count(*) as checked from investments`,
    drift: sql`
      select 'investment ' || i.id as subject,
             'recorded ' || i.total_amount || ' + ' || i.transaction_fee || ' for ' || i.shares || ' shares, moved '
               || round(${amount} / 100.0, 2) || ' + ' || round(${fee} / 100.0, 2) || ' for ' || ${shares}
               || ' shares in ' || count(t.id) || ' transfers, ' || round(${reward} / 100.0, 2) || ' of it by promotions'
               as detail
      from investments i left join ledger_transfers t on t.operation_id = i.operation_id
      group by i.id
      having ${amount} <> i.total_amount * 100 or ${fee} <> i.transaction_fee * 100 or ${shares} <> i.shares
          or ${reward} <> ${rewardDue}
          or count(t.id) <> 2 + (i.transaction_fee > 0)::int + (${reward} > 0)::int`,
  },
  {
    name: 'an investment costs its shares times its price',
    count: sql`select count(*) as checked from investments`,
    drift: sql`
      select 'investment ' || id as subject,
             shares || ' × ' || price_per_share || ' is not ' || total_amount as detail
      from investments where shares * price_per_share <> total_amount`,
  },
  {
    name: 'what a person has invested in a month is the sum of their purchases that stand, resale included',
    count: sql`select count(*) as checked from invested_months`,
    drift: sql`
      select 'invested by ' || coalesce(m.user_id, i.user_id) || ' in ' || coalesce(m.month, i.month) as subject,
             'recorded ' || coalesce(m.amount_cents, 0) || ' cents, bought for ' || coalesce(i.amount, 0) as detail
      from invested_months m
      full join (
        select user_id, month, sum(amount) * 100 as amount
        from (
          select b.user_id, to_char(b.created_at at time zone 'UTC', 'YYYY-MM') as month, b.total_amount as amount
          from investments b left join investment_refunds r on r.investment_id = b.id
          where r.investment_id is null
          union all
          select buyer_id, to_char(at at time zone 'UTC', 'YYYY-MM'), amount from resale_trades) b
        group by 1, 2) i on i.user_id = m.user_id and i.month = m.month
      where coalesce(m.amount_cents, 0) <> coalesce(i.amount, 0)`,
  },
  {
    name: 'an investment belongs to an existing user and property',
    count: sql`select count(*) as checked from investments`,
    drift: sql`
      select 'investment ' || i.id as subject,
             case when u.id is null then 'there is no user ' || i.user_id
                  else 'there is no property ' || i.property_id end as detail
      from investments i
      left join users u on u.id = i.user_id
      left join properties p on p.id = i.property_id
      where u.id is null or p.id is null`,
  },
  {
    name: 'a purchase in the ledger has its investment',
    count: sql`select count(*) as checked from ledger_transfers
      where code in ('investment', 'reinvestment', 'investment_shares', 'processing_fee')`,
    drift: sql`
      select 'transfer ' || t.id as subject, t.code || ' without an investment' as detail
      from ledger_transfers t left join investments i on i.operation_id = t.operation_id
      where t.code in ('investment', 'reinvestment', 'investment_shares', 'processing_fee') and i.id is null`,
  },
];
