import { type SQL, sql } from 'drizzle-orm';
import type { Invariant } from '#platform/server/verification/invariants.ts';
import { RESALE_FEE_BPS, WASH_WINDOW_DAYS } from '../resale.rules.ts';

/** Cents reserved for an open bid: its amount, and the fee on it rounded half up. */
const reserve = sql`(o.shares_left * o.price_per_share * 100
  + floor((o.shares_left * o.price_per_share * 100 * ${RESALE_FEE_BPS} * 2 + 10000) / 20000))`;

/** When a listing was last repriced, which also renewed its place in the queue. */
const repriced = sql`(
  select subject, max(at) as at from audit_runs where action = 'resale.repriceListing' group by subject)`;

/** The highest open bid of each property, so that only listings at or below it are compared with bids. */
const highestBids = sql`(
  select property_id, max(price_per_share) as price from resale_orders
  where side = 'bid' and status = 'open' group by property_id)`;

/** Shares that each order traded, as the order of the person who sold or bought them. */
const traded = sql`(
  select id, side, user_id, property_id, sum(shares) as shares from (
    select listing_id as id, 'ask' as side, seller_id as user_id, property_id, shares from resale_trades
    union all
    select bid_id, 'bid', buyer_id, property_id, shares from resale_trades where bid_id is not null) sides
  group by id, side, user_id, property_id)`;

/** The amount that one operation moved under a ledger code. */
const moved = (code: string) => sql`coalesce(sum(amount) filter (where code = ${code}), 0)`;

const orders: Invariant[] = [
  {
    name: 'listed shares equal the open listings',
    count: sql`select count(*) as checked from resale_orders where side = 'ask' and status = 'open'`,
    drift: sql`
      select 'user ' || coalesce(a.user_id, l.user_id) || ', property ' || coalesce(a.property_id, l.property_id)
               as subject,
             coalesce(a.balance, 0) || ' shares listed, ' || coalesce(l.shares, 0) || ' in open listings' as detail
      from (select user_id, property_id, balance from ledger_accounts where kind = 'user_listed') a
      full join (
        select user_id, property_id, sum(shares_left) as shares from resale_orders
        where side = 'ask' and status = 'open' group by user_id, property_id) l
        on l.user_id = a.user_id and l.property_id = a.property_id
      where coalesce(a.balance, 0) <> coalesce(l.shares, 0)`,
  },
  {
    name: 'cash in bids equals the open bids',
    count: sql`select count(*) as checked from resale_orders where side = 'bid' and status = 'open'`,
    drift: sql`
      select 'user ' || coalesce(a.user_id, b.user_id) as subject,
             coalesce(a.balance, 0) || ' cents reserved, ' || coalesce(b.cents, 0) || ' in open bids' as detail
      from (select user_id, balance from ledger_accounts where kind = 'user_bidding') a
      full join (
        select o.user_id, sum(${reserve})::bigint as cents from resale_orders o
        where o.side = 'bid' and o.status = 'open' group by o.user_id) b on b.user_id = a.user_id
      where coalesce(a.balance, 0) <> coalesce(b.cents, 0)`,
  },
  {
    name: 'no book is crossed: orders that could have traded with each other have',
    count: sql`select count(*) as checked from resale_orders where status = 'open'`,
    drift: sql`
      select 'property ' || a.property_id as subject,
             'listing ' || a.id || ' at ' || a.price_per_share || ' and bid ' || b.id || ' at ' || b.price_per_share
               as detail
      from resale_orders a
      join ${highestBids} h on h.property_id = a.property_id and h.price >= a.price_per_share
      left join ${repriced} r on r.subject = 'listing:' || a.id
      join resale_orders b on b.property_id = a.property_id and b.side = 'bid' and b.status = 'open'
        and b.price_per_share >= a.price_per_share
        and b.opened_at < a.expires_at and coalesce(r.at, a.opened_at) < b.expires_at
      where a.side = 'ask' and a.status = 'open'`,
  },
  {
    name: 'what is gone of an order is what it traded',
    count: sql`select count(*) as checked from resale_orders`,
    drift: sql`
      select o.side || ' ' || o.id as subject,
             o.shares - o.shares_left || ' shares gone, ' || coalesce(t.shares, 0) || ' traded' as detail
      from resale_orders o
      left join ${traded} t on t.id = o.id and t.side = o.side and t.user_id = o.user_id
        and t.property_id = o.property_id
      where o.shares - o.shares_left <> coalesce(t.shares, 0)`,
  },
  {
    name: 'an order belongs to an existing user and property',
    count: sql`select count(*) as checked from resale_orders`,
    drift: sql`
      select o.side || ' ' || o.id as subject,
             case when u.id is null then 'there is no user ' || o.user_id
                  else 'there is no property ' || o.property_id end as detail
      from resale_orders o
      left join users u on u.id = o.user_id
      left join properties p on p.id = o.property_id
      where u.id is null or p.id is null`,
  },
];

const trades: Invariant[] = [
  {
    name: 'a trade costs its shares times its price, within what both sides asked for',
    count: sql`select count(*) as checked from resale_trades`,
    drift: sql`
      select 'trade ' || t.id as subject,
             t.shares || ' × ' || t.price_per_share || ' for ' || t.amount
               || coalesce(', bid at most ' || b.price_per_share, '') as detail
      from resale_trades t
      left join resale_orders a on a.id = t.listing_id and a.side = 'ask'
      left join resale_orders b on b.id = t.bid_id and b.side = 'bid'
      where t.shares * t.price_per_share <> t.amount or a.id is null or (t.bid_id is not null and b.id is null)
         or t.price_per_share > b.price_per_share`,
  },
  {
    name: 'the trades of an operation match its transfers: amount, fee and shares',
    count: sql`select count(distinct operation_id) as checked from resale_trades`,
    drift: sql`
      select 'operation ' || coalesce(t.operation_id, m.operation_id) as subject,
             'recorded ' || coalesce(t.cents, 0) || ' + ' || coalesce(t.fees, 0) || ' cents for '
               || coalesce(t.shares, 0) || ' shares, moved ' || coalesce(m.cents, 0) || ' + '
               || coalesce(m.fees, 0) || ' for ' || coalesce(m.shares, 0) as detail
      from (
        select operation_id, sum(amount) * 100 as cents, sum(fee) * 100 as fees, sum(shares) as shares
        from resale_trades group by operation_id) t
      full join (
        select operation_id, ${moved('resale')} as cents, ${moved('resale_fee')} as fees,
               ${moved('resale_shares')} as shares
        from ledger_transfers where code in ('resale', 'resale_fee', 'resale_shares') group by operation_id) m
        on m.operation_id = t.operation_id
      where t.cents is distinct from m.cents or t.fees is distinct from m.fees or t.shares is distinct from m.shares`,
  },
  {
    name: 'a trade moved the money to its seller and the shares to its buyer',
    count: sql`select count(*) as checked from resale_trades`,
    drift: sql`
      select distinct 'trade ' || t.id as subject,
             case when m.id is null then 'the money did not go from its buyer to its seller'
                  else 'the shares did not go from its seller to its buyer' end as detail
      from resale_trades t
      left join ledger_transfers m on m.operation_id = t.operation_id and m.code = 'resale'
        and m.amount = t.amount * 100 and m.credit_account = 'user:' || t.seller_id || ':cash'
        and m.debit_account in ('user:' || t.buyer_id || ':cash', 'user:' || t.buyer_id || ':bidding')
      left join ledger_transfers s on s.operation_id = t.operation_id and s.code = 'resale_shares'
        and s.amount = t.shares and s.credit_account = 'user:' || t.buyer_id || ':shares:' || t.property_id
        and s.debit_account in ('user:' || t.seller_id || ':listed:' || t.property_id,
                                'user:' || t.seller_id || ':shares:' || t.property_id)
      where m.id is null or s.id is null`,
  },
];

const washWindow = sql.raw(`interval '${WASH_WINDOW_DAYS} days'`);

/** The accounts of one side of trade `t`, as they were known when it was made. */
const accountsOf = (trader: SQL) => sql`(
  select ${trader} as id
  union all
  select k.other_id from resale_trade_accounts k where k.trade_id = t.id and k.user_id = ${trader})`;

const washTrades: Invariant = {
  name: 'a trade is marked as a wash trade when one person was both sides, or the same two traded back within 30 days',
  count: sql`select count(*) as checked from resale_trades`,
  drift: sql`
    with reversed as (
      select t.id, t.seq, b.id as other_id, b.seq as other_seq from resale_trades t
      cross join lateral ${accountsOf(sql`t.seller_id`)} s
      cross join lateral ${accountsOf(sql`t.buyer_id`)} d
      join resale_trades b on b.property_id = t.property_id and b.seller_id = d.id and b.buyer_id = s.id
        and b.at between t.at - ${washWindow} and t.at + ${washWindow})
    select 'trade ' || coalesce(t.id, w.trade_id) as subject,
           case when w.trade_id is null then 'is not marked' else 'is marked' end as detail
    from (
      select id from reversed where seq > other_seq
      union
      select other_id from reversed where seq > other_seq
      union
      select t.id from resale_trades t
      join resale_trade_accounts k on k.trade_id = t.id and k.user_id = t.seller_id and k.other_id = t.buyer_id) t
    full join resale_wash_trades w on w.trade_id = t.id
    where t.id is null or w.trade_id is null`,
};

/** Invariants of the resale market. */
export const resaleInvariants: readonly Invariant[] = [...orders, ...trades, washTrades];
