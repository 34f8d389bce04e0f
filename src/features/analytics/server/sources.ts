import { type SQL, sql } from 'drizzle-orm';
import { holdingKinds } from '#features/ledger/server/index.ts';
import { columnsAs, currentValuationCents } from '#features/valuations/server/index.ts';
import { bpsOfPercent } from '#platform/server/database/sql-values.ts';

const dayOf = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD')`;

/**
 * The cells that the purchases and distributions of some properties come to, as a query of (property_id, day,
 * raised_cents, paid_cents). A refunded purchase counts for nothing; a distribution on the day on which the last holder
 * was paid.
 * @param affected rows of (property_id, from_day): cells before that day are left out
 */
export function cellsOf(affected: SQL): SQL {
  return sql`
    select property_id, day, sum(raised)::bigint as raised_cents, sum(paid)::bigint as paid_cents from (
      select i.property_id, ${dayOf(sql`i.created_at`)} as day, i.total_amount * 100 as raised, 0 as paid
      from ${affected} a
      join investments i on i.property_id = a.property_id
        and i.created_at >= a.from_day::timestamp at time zone 'UTC'
      where not exists (select 1 from investment_refunds r where r.investment_id = i.id)
      union all
      select d.property_id, ${dayOf(sql`d.paid_at`)}, 0, d.paid * 100
      from ${affected} a
      join distributions d on d.property_id = a.property_id and d.status = 'paid' and d.paid > 0
        and d.paid_at >= a.from_day::timestamp at time zone 'UTC') source
    group by property_id, day`;
}

/** The rows of some properties without the money raised, as a query of the columns of `analytics_properties`. */
export function propertyRowsOf(affected: SQL): SQL {
  return sql`
    select p.id as property_id, p.name, p.status, (${currentValuationCents(columnsAs('p'))})::bigint as valuation_cents,
           ((p.total_shares - coalesce(available.balance, 0)) * p.price_per_share * 100)::bigint as equity_sold_cents,
           (select count(distinct h.user_id)::int from ledger_accounts h
            where h.property_id = p.id and h.kind in ${holdingKinds} and h.balance > 0) as investor_count,
           ${bpsOfPercent('p.annual_yield')} as yield_bps,
           case when p.approved_at is null then 0 when o.status <> 'funded' then 2 when o.released = 0 then 3 else 4 end
             as stage_once_sold
    from ${affected} a join properties p on p.id = a.property_id
    join offerings o on o.property_id = p.id
    left join ledger_accounts available
      on available.property_id = p.id and available.kind = 'property_available'`;
}

/** Stage of an offering, by its stage once shares are sold: with none sold it is approved at most. */
export const stageOf = (stageOnceSold: SQL, raisedCents: SQL): SQL =>
  sql`case when ${raisedCents} > 0 then ${stageOnceSold} else least(${stageOnceSold}, 1) end`;

/** Whether someone holds a share now, as a condition on an id. */
export const holdsShares = (userId: SQL): SQL => sql`exists (
  select 1 from ledger_accounts h where h.user_id = ${userId} and h.kind in ${holdingKinds} and h.balance > 0)`;
