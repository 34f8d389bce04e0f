import { sql } from 'drizzle-orm';
import type { Invariant } from '#platform/server/verification/invariants.ts';
import { LARGE_CHANGE_DAYS } from '../valuations.rules.ts';

/** Value of a property by a valuation, in dollars, less the remaining debt. */
const net = sql`greatest(0, v.amount - v.debt + v.repayment)`;

/**
 * Of an approval d of a valuation v: the lowest and the highest value that a share had just before it and before each
 * approval of the 30 days until then, since the last baseline.
 */
const recentValues = sql`
  select least(d.before, min(e.before)) as lowest, greatest(d.before, max(e.before)) as highest
  from valuation_decisions e join valuations ev on ev.id = e.valuation_id
  where ev.property_id = v.property_id and e.decision = 'approved' and e.decided_at < d.decided_at
    and e.decided_at > greatest(
      d.decided_at - ${sql.raw(`interval '${LARGE_CHANGE_DAYS} days'`)},
      (select max(b.decided_at) from valuation_decisions b join valuations bv on bv.id = b.valuation_id
       where bv.property_id = v.property_id and b.decision = 'approved' and b.decided_at < d.decided_at
         and (b.halted_until is not null or bv.is_offering)))`;

/** Values are known to the cent, so a change within a cent of a tenth may be large or not. */
const isSurelyLarge = sql.raw(`(d.after - r.lowest - 0.01 > (r.lowest + 0.01) * 0.1
  or r.highest - d.after - 0.01 > (r.highest + 0.01) * 0.1)`);
const isSurelySmall = sql.raw(`(d.after - r.lowest + 0.01 <= (r.lowest - 0.01) * 0.1
  and r.highest - d.after + 0.01 <= (r.highest - 0.01) * 0.1)`);

/** Invariants of valuations and their decisions. */
export const valuationInvariants: readonly Invariant[] = [
  {
    name: 'a property on the market has the valuation of its offering, on the terms of its offering',
    count: sql`select count(*) as checked from properties where status = 'approved'`,
    drift: sql`
      select 'property ' || p.id as subject,
             case when v.id is null then 'has no approved valuation of its offering'
                  else 'is valued ' || v.amount || ' with ' || v.repayment || ' repaid, its terms say ' || p.valuation
                    || ' and ' || o.mortgage_repayment end as detail
      from properties p join offerings o on o.property_id = p.id
      left join lateral (
        select v.* from valuations v
        join valuation_decisions d on d.valuation_id = v.id and d.decision = 'approved'
        where v.property_id = p.id and v.is_offering order by v.filed_at desc, v.id desc limit 1) v on true
      where p.status = 'approved'
        and (v.id is null or v.amount <> p.valuation or v.repayment <> o.mortgage_repayment)`,
  },
  {
    name: "an offering's own valuation covers the price of its shares, less one cent each",
    count: sql`select count(*) as checked from valuations where is_offering`,
    drift: sql`
      select 'valuation ' || v.id as subject,
             round(${net} * p.equity_offered_bps / 10000 / p.total_shares, 4) || ' for a share of ' || p.price_per_share
               as detail
      from valuations v join properties p on p.id = v.property_id
      where v.is_offering and v.amount = p.valuation
        and ${net} * p.equity_offered_bps < (p.price_per_share - 0.01) * p.total_shares * 10000`,
  },
  {
    name: 'a valuation was filed by the owner of its property, with a document of it, for a day since the offering',
    count: sql`select count(*) as checked from valuations`,
    drift: sql`
      select 'valuation ' || v.id as subject,
             'of property ' || v.property_id || ' by ' || v.filed_by || ' for ' || v.effective_on || ', with document '
               || coalesce(m.id::text || ' of property ' || m.property_id, 'none') as detail
      from valuations v join properties p on p.id = v.property_id
      left join property_documents m on m.id = v.document_id
      left join (
        select property_id, min(filed_at) as at from valuations where is_offering group by property_id) first
        on first.property_id = v.property_id
      where v.filed_by <> p.owner_id or m.property_id <> v.property_id
         or v.effective_on > to_char(v.filed_at at time zone 'UTC', 'YYYY-MM-DD')
         or (not v.is_offering
           and (first.at is null or v.effective_on < to_char(first.at at time zone 'UTC', 'YYYY-MM-DD')))`,
  },
  {
    name: 'a decision on a valuation was not made by the owner of its property, and not before it was filed',
    count: sql`select count(*) as checked from valuation_decisions`,
    drift: sql`
      select 'valuation ' || v.id as subject, d.decision || ' by ' || d.decided_by || ' at ' || d.decided_at as detail
      from valuation_decisions d join valuations v on v.id = d.valuation_id
      join properties p on p.id = v.property_id
      where d.decided_by = p.owner_id or d.decided_at < v.filed_at`,
  },
  {
    name: 'a change of the value of a share by more than a tenth within 30 days halted trading until the next day',
    count: sql`select count(*) as checked from valuation_decisions where decision = 'approved'`,
    drift: sql`
      select 'valuation ' || d.valuation_id as subject,
             d.before || ' became ' || d.after || ' after values from ' || r.lowest || ' to ' || r.highest
               || ', halted until ' || coalesce(d.halted_until::text, 'never') as detail
      from valuation_decisions d
      join valuations v on v.id = d.valuation_id
      cross join lateral (${recentValues}) r
      where d.decision = 'approved' and not v.is_offering and (
        d.halted_until is null and ${isSurelyLarge}
        or d.halted_until is not null and (
          ${isSurelySmall}
          or d.halted_until <> (date_trunc('day', d.decided_at at time zone 'UTC') + interval '1 day') at time zone 'UTC'))`,
  },
];
