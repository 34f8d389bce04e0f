import { sql } from 'drizzle-orm';
import { holdingKinds } from '#features/ledger/server/index.ts';
import type { Invariant } from '#platform/server/verification/invariants.ts';
import { acquisitions } from './acquisitions.ts';

/** The invariants of tax lots. */
export const lotInvariants: readonly Invariant[] = [
  {
    name: 'the lots of a holding add up to its shares',
    count: sql`select count(distinct (user_id, property_id)) as checked from ledger_accounts
      where kind in ${holdingKinds}`,
    drift: sql`
      select 'user ' || coalesce(h.user_id, l.user_id) || ', property ' || coalesce(h.property_id, l.property_id)
               as subject,
             coalesce(h.shares, 0) || ' shares held, ' || coalesce(l.shares, 0) || ' in lots' as detail
      from (
        select user_id, property_id, sum(balance) as shares from ledger_accounts
        where kind in ${holdingKinds} group by user_id, property_id) h
      full join (
        select a.user_id, a.property_id, sum(a.shares - coalesce(u.shares_sold, 0)) as shares
        from ${acquisitions} a left join lot_usage u on u.lot_id = a.id
        group by a.user_id, a.property_id) l on l.user_id = h.user_id and l.property_id = h.property_id
      where coalesce(h.shares, 0) <> coalesce(l.shares, 0)`,
  },
  {
    name: 'what is sold of a lot is the sum of its disposals, and no more than the lot',
    count: sql`select count(*) as checked from lot_usage`,
    drift: sql`
      select 'lot ' || coalesce(u.lot_id, d.lot_id) as subject,
             coalesce(u.shares_sold, 0) || ' of ' || coalesce(a.shares, 0) || ' sold, ' || coalesce(d.shares, 0)
               || ' in disposals' as detail
      from lot_usage u
      full join (select lot_id, sum(shares) as shares from lot_disposals group by lot_id) d on d.lot_id = u.lot_id
      left join ${acquisitions} a on a.id = coalesce(u.lot_id, d.lot_id)
      where coalesce(u.shares_sold, 0) <> coalesce(d.shares, 0)
         or coalesce(u.shares_sold, 0) > coalesce(a.shares, 0)`,
  },
  {
    name: 'a sale takes its shares and its proceeds from lots of the seller',
    count: sql`select count(*) as checked from resale_trades`,
    drift: sql`
      select 'trade ' || t.id as subject,
             t.shares || ' shares for ' || t.amount || ', from lots ' || coalesce(sum(d.shares), 0) || ' for '
               || coalesce(sum(d.proceeds), 0) as detail
      from resale_trades t
      left join lot_disposals d on d.trade_id = t.id and d.user_id = t.seller_id and d.property_id = t.property_id
      left join ${acquisitions} a on a.id = d.lot_id and a.user_id = t.seller_id and a.property_id = t.property_id
      group by t.id
      having coalesce(sum(d.shares), 0) <> t.shares or coalesce(sum(d.proceeds), 0) <> t.amount
          or count(d.lot_id) <> count(a.id)`,
  },
  {
    name: 'the cost of what is sold of a lot is its share of the cost of the lot, to the cent',
    count: sql`select count(*) as checked from lot_usage`,
    drift: sql`
      select 'lot ' || u.lot_id as subject,
             coalesce(sum(d.cost), 0) || ' recorded for ' || u.shares_sold || ' of ' || a.shares || ' shares that cost '
               || a.cost as detail
      from lot_usage u
      join ${acquisitions} a on a.id = u.lot_id
      left join lot_disposals d on d.lot_id = u.lot_id
      group by u.lot_id, a.shares, a.cost
      having coalesce(sum(d.cost), 0) * 100 <> div(a.cost * 200 * u.shares_sold + a.shares, 2 * a.shares)`,
  },
  {
    name: 'lots are chosen for open listings only, for as many shares as they offer',
    count: sql`select count(*) as checked from lot_reservations`,
    drift: sql`
      select 'listing ' || r.listing_id as subject,
             sum(r.shares) || ' shares of chosen lots, ' || coalesce(max(o.shares_left), 0) || ' on offer' as detail
      from lot_reservations r
      left join resale_orders o on o.id = r.listing_id and o.status = 'open' and o.side = 'ask'
        and o.user_id = r.user_id and o.property_id = r.property_id
      group by r.listing_id having sum(r.shares) <> coalesce(max(o.shares_left), 0)`,
  },
  {
    name: 'a loss that was moved is one of its sale, and went to shares bought within 30 days that replace no others',
    count: sql`select count(*) as checked from wash_sale_adjustments`,
    drift: sql`
      with sold as (
        select d.trade_id, d.lot_id, d.user_id, d.property_id, d.disposed_at, d.shares, m.shares as moved_shares,
               m.disallowed, greatest(d.cost - d.proceeds, 0) as loss,
               sum(greatest(d.cost - d.proceeds, 0))
                 over (partition by d.user_id, d.property_id order by d.disposed_at) as loss_so_far
        from lot_disposals d
        join (select trade_id, lot_id, sum(shares) as shares, sum(disallowed) as disallowed
              from wash_sale_adjustments group by 1, 2) m on m.trade_id = d.trade_id and m.lot_id = d.lot_id
      ), replaced as (
        select replacement_lot_id, sum(shares) as shares from wash_sale_adjustments group by 1
      )
      select 'wash sale ' || w.trade_id || ', lot ' || w.lot_id as subject,
             w.disallowed || ' of the loss moved to lot ' || w.replacement_lot_id || ' with ' || w.shares || ' shares' as detail
      from wash_sale_adjustments w
      left join sold d on d.trade_id = w.trade_id and d.lot_id = w.lot_id and d.user_id = w.user_id
        and d.property_id = w.property_id
      left join ${acquisitions} a on a.id = w.replacement_lot_id and a.user_id = w.user_id
        and a.property_id = w.property_id
      left join replaced r on r.replacement_lot_id = w.replacement_lot_id
      left join replaced earlier on earlier.replacement_lot_id = w.lot_id
      where d.trade_id is null or a.id is null or w.replacement_lot_id = w.lot_id
         or abs((a.acquired_at at time zone 'UTC')::date - (d.disposed_at at time zone 'UTC')::date) > 30
         or d.moved_shares > d.shares
         or r.shares > a.shares
         or d.disallowed > case when earlier.replacement_lot_id is null then d.loss else d.loss_so_far end`,
  },
];
