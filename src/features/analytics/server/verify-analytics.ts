import { sql } from 'drizzle-orm';
import type { Invariant } from '#platform/server/verification/invariants.ts';
import { namedByEvents } from './follow-outbox.ts';
import { totalsOfRollups } from './rollups.ts';
import { cellsOf, holdsShares, propertyRowsOf, stageOf } from './sources.ts';

const uncounted = sql`(
  select o.* from analytics_totals t
  join outbox_positions p on p.position > t.position join outbox_events o on o.id = p.event_id
  union all
  select o.* from outbox_unsequenced u join outbox_events o on o.id = u.id)`;

const isCounted = sql`exists (select 1 from analytics_totals)`;

/**
 * Properties that uncounted events name, whose figures may lag, and the other ones, whose figures must be right; none of
 * those before the first count in this database. Each is computed once: the planner cannot estimate the number of
 * events, and would scan them for each property or person.
 */
const waitingAndCurrent = sql`
  with waiting as materialized (
    select distinct property_id from (${namedByEvents(uncounted)}) named where property_id is not null),
  current as materialized (
    select p.id as property_id, '1970-01-01' as from_day from properties p
    where ${isCounted} and p.id not in (select property_id from waiting))`;

const current = sql`current`;

/** Invariants of the rollups: they equal the sums of the source tables. */
export const analyticsInvariants: readonly Invariant[] = [
  {
    name: 'the platform figures have for each property and day what its purchases and distributions come to',
    count: sql`select count(*) as checked from analytics_property_days`,
    drift: sql`
      ${waitingAndCurrent}
      select 'property ' || coalesce(c.property_id, f.property_id) || ' on ' || coalesce(c.day, f.day) as subject,
             coalesce(c.raised_cents, 0) || ' of ' || coalesce(f.raised_cents, 0) || ' cents raised, '
               || coalesce(c.paid_cents, 0) || ' of ' || coalesce(f.paid_cents, 0) || ' paid' as detail
      from (select d.* from analytics_property_days d join current s on s.property_id = d.property_id) c
      full join (${cellsOf(current)}) f on f.property_id = c.property_id and f.day = c.day
      where (c.raised_cents, c.paid_cents) is distinct from (f.raised_cents, f.paid_cents)`,
  },
  {
    name: 'the platform figures list each property as it is',
    count: sql`select count(*) as checked from analytics_properties`,
    drift: sql`
      ${waitingAndCurrent}
      select 'property ' || f.property_id as subject, 'its row is not what its figures come to' as detail
      from (${propertyRowsOf(current)}) f
      left join analytics_properties c on c.property_id = f.property_id
      left join (select property_id, sum(raised_cents)::bigint as cents from analytics_property_days
                 group by property_id) raised on raised.property_id = f.property_id
      where (c.name, c.status, c.valuation_cents, c.equity_sold_cents, c.investor_count, c.yield_bps, c.raised_cents,
          c.stage)
        is distinct from (f.name, f.status, f.valuation_cents, f.equity_sold_cents, f.investor_count, f.yield_bps,
          coalesce(raised.cents, 0), ${stageOf(sql`f.stage_once_sold`, sql`raised.cents`)})`,
  },
  {
    name: 'the platform figures add up: days over properties, and totals over both',
    count: sql`select count(*) as checked from analytics_days`,
    drift: sql`
      select 'day ' || day as subject, 'is not the sum of its properties' as detail
      from analytics_days d
      full join (select day, sum(raised_cents) as raised, sum(paid_cents) as paid
                 from analytics_property_days group by day) s using (day)
      where (d.raised_cents, d.paid_cents) is distinct from (s.raised, s.paid)
      union all
      select 'totals', 'are not the sums of the rows' from analytics_totals t cross join (${totalsOfRollups}) s
      where (t.listed_properties, t.active_investors, t.raised_cents, t.yield_times_raised, t.submitted, t.approved,
          t.sold, t.funded, t.paid_out)
        is distinct from (s.listed_properties, s.active_investors, s.raised_cents, s.yield_times_raised, s.submitted,
          s.approved, s.sold, s.funded, s.paid_out)`,
  },
  {
    name: 'the platform figures count everyone who holds a share as an investor, and nobody else',
    count: sql`select count(*) as checked from analytics_investors`,
    drift: sql`
      ${waitingAndCurrent},
      lagging as materialized (
        select distinct a.user_id from ledger_accounts a join waiting w on w.property_id = a.property_id
        where a.user_id is not null)
      select 'user ' || u.id as subject, 'is counted as an investor without a share, or holds shares uncounted' as detail
      from users u left join analytics_investors i on i.user_id = u.id
      where ${isCounted}
        and (i.user_id is not null) <> ${holdsShares(sql`u.id`)}
        and u.id not in (select user_id from lagging)`,
  },
];
