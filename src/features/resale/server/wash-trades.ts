import { type SQL, sql } from 'drizzle-orm';
import { resaleTrades } from '#db/schema/resale.ts';
import { otherAccountsOf } from '#features/ownership/server/index.ts';
import { textArray, uuidArray } from '#platform/server/database/columns.ts';
import { cursorPart, cutPage, readCursor } from '#platform/server/database/cursors.ts';
import { type Database, rows, type StatementRunner } from '#platform/server/database/db.ts';
import { centsOf, epochMs } from '#platform/server/database/sql-values.ts';
import type { WashTrades } from '../resale.contract.ts';
import { WASH_WINDOW_DAYS } from '../resale.rules.ts';

const window = sql.raw(`interval '${WASH_WINDOW_DAYS} days'`);

/** Excludes wash trades from prices and volumes, in queries on `resale_trades`. */
export const countsForPrices = sql`not exists (
  select 1 from resale_wash_trades w where w.trade_id = ${resaleTrades.id})`;

/** `countsForPrices` in queries that name the trades `t`. */
export const countsForPricesAsT = sql`not exists (select 1 from resale_wash_trades w where w.trade_id = t.id)`;

/**
 * Marks wash trades: new trades between two accounts of one person, and new trades that reverse earlier ones together with
 * those they reverse. The other accounts of the people of new trades are stored first: wash trades are judged by them, also
 * in `npm run verify`. If the same two accounts traded in the same direction before, between the same people, what that
 * trade reversed is marked already and not read again, so that the cost per trade does not grow for a pair of people that
 * trades back and forth all day.
 */
export async function markWashTrades(
  tx: StatementRunner,
  trades: readonly { id: string; sellerId: string; buyerId: string }[],
  now: Date,
): Promise<void> {
  if (trades.length === 0) return;
  const traders = [...new Set(trades.flatMap(({ sellerId, buyerId }) => [sellerId, buyerId]))];
  // Not an array of texts, which each comparison of a row would cast again.
  const newTrades = uuidArray(trades.map(({ id }) => id));
  const pair = { buyer: sql`a.seller`, seller: sql`a.buyer` };
  await rows(
    tx,
    sql`with made as materialized (
          select id, property_id, seller_id, buyer_id, at from resale_trades where id = any(${newTrades})),
        others as (
          insert into resale_trade_accounts (trade_id, user_id, other_id)
          select m.id, people."userId", people."otherId" from made m
          join (${otherAccountsOf(textArray(traders))}) people on people."userId" in (m.seller_id, m.buyer_id)
          returning trade_id, user_id, other_id),
        pairs as (
          select m.id, m.property_id, m.seller_id, m.buyer_id, m.at, s.id as seller, b.id as buyer
          from made m
          cross join lateral (
            select m.seller_id as id
            union all
            select other_id from others where trade_id = m.id and user_id = m.seller_id) s
          cross join lateral (
            select m.buyer_id as id
            union all
            select other_id from others where trade_id = m.id and user_id = m.buyer_id) b)
        insert into resale_wash_trades (trade_id, property_id, found_at)
        select distinct w.id, a.property_id, ${now.toISOString()}::timestamptz
        from pairs a
        cross join lateral (
          select a.id where a.seller = a.buyer or exists (
            select 1 from resale_trades b where ${tradedSince('b', pair, sql`a.at - ${window}`)})
          union all
          select b.id from resale_trades b
          where ${tradedSince('b', pair, sql`coalesce(${sameTradeBefore(newTrades)}, a.at - ${window})`)}) w
        on conflict (trade_id) do nothing`,
  );
}

/** When the accounts of trade `a` last traded in its direction before this batch, as accounts of the same two people. */
function sameTradeBefore(newTrades: SQL): SQL {
  const pair = { buyer: sql`a.buyer_id`, seller: sql`a.seller_id` };
  const wasOf = (account: SQL, trader: SQL) => sql`(${account} = ${trader} or exists (
    select 1 from resale_trade_accounts k
    where k.trade_id = e.id and k.user_id = ${trader} and k.other_id = ${account}))`;
  return sql`(
    select e.at from resale_trades e
    where ${tradedSince('e', pair, sql`a.at - ${window}`)} and e.id <> all(${newTrades})
      and ${wasOf(sql`a.seller`, sql`a.seller_id`)} and ${wasOf(sql`a.buyer`, sql`a.buyer_id`)}
    order by e.buyer_id desc, e.property_id desc, e.seller_id desc, e.at desc limit 1)`;
}

/**
 * The trades of one pair of accounts in the property of trade `a`, since a moment. Compares whole rows, which only the
 * index of the pair can answer: compared by columns, a plan from when the table was small reads all trades of the property.
 */
function tradedSince(alias: string, { buyer, seller }: { buyer: SQL; seller: SQL }, since: SQL): SQL {
  const trade = sql.raw(
    `(${['buyer_id', 'property_id', 'seller_id', 'at'].map((column) => `${alias}.${column}`).join(', ')})`,
  );
  const pair = sql`${buyer}, a.property_id, ${seller}`;
  return sql`${trade} >= (${pair}, ${since}) and ${trade} <= (${pair}, 'infinity'::timestamptz)`;
}

interface PairRow extends Record<string, unknown> {
  propertyId: number;
  propertyName: string;
  firstId: string;
  firstEmail: string;
  secondId: string;
  secondEmail: string;
  trades: number;
  shares: number;
  cents: number;
  firstAt: number;
  lastAt: number;
  last: string;
}

/** For admins: pairs of accounts with wash trades in a property, the most recent first. */
export async function washTrades(
  db: Database,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: WashTrades[]; nextCursor: string | null }> {
  const [before] = cursor === undefined ? [] : readCursor(cursor, cursorPart.bigint);
  const found = await rows<PairRow>(
    db,
    sql`select p.id as "propertyId", p.name as "propertyName", a.id as "firstId", a.email as "firstEmail",
               b.id as "secondId", b.email as "secondEmail", g.trades, g.shares, g.cents,
               ${epochMs('g.first_at')} as "firstAt", ${epochMs('g.last_at')} as "lastAt",
               g.last::text as last
        from (
          select t.property_id, least(t.seller_id, t.buyer_id) as one, greatest(t.seller_id, t.buyer_id) as other,
                 count(*)::int as trades, sum(t.shares)::float8 as shares, ${centsOf('sum(t.amount)')} as cents,
                 min(t.at) as first_at, max(t.at) as last_at, max(t.seq) as last
          from resale_wash_trades w join resale_trades t on t.id = w.trade_id
          group by 1, 2, 3
          ${before === undefined ? sql`` : sql`having max(t.seq) < ${before}::bigint`}
          order by last desc limit ${limit + 1}) g
        join properties p on p.id = g.property_id
        join users a on a.id = g.one
        join users b on b.id = g.other
        order by g.last desc`,
  );
  const items = found.map(
    (row): WashTrades => ({
      id: row.last,
      property: { id: row.propertyId, name: row.propertyName },
      people: [
        { id: row.firstId, email: row.firstEmail },
        { id: row.secondId, email: row.secondEmail },
      ],
      trades: row.trades,
      shares: row.shares,
      amountCents: row.cents,
      firstAt: new Date(row.firstAt).toISOString(),
      lastAt: new Date(row.lastAt).toISOString(),
    }),
  );
  return cutPage(items, limit, (last) => last.id);
}
