import { type SQL, sql } from 'drizzle-orm';
import { resaleTrades } from '#db/schema/resale.ts';
import { uuidArray } from '#platform/server/database/columns.ts';
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
 * Marks new trades that reverse earlier ones as wash trades, together with those they reverse. If the same direction
 * was traded within the window before, the reversed trades are marked already, so that the cost per trade does not grow
 * for a pair of accounts that trades back and forth all day.
 */
export async function markWashTrades(
  tx: StatementRunner,
  tradeIds: readonly string[],
  now: Date,
): Promise<void> {
  if (tradeIds.length === 0) return;
  // Not an array of texts, which each comparison of a row would cast again.
  const newTrades = uuidArray(tradeIds);
  const isReverse = tradedWithin('b', { buyer: sql`m.seller_id`, seller: sql`m.buyer_id` });
  const isEarlier = tradedWithin('e', { buyer: sql`m.buyer_id`, seller: sql`m.seller_id` });
  await rows(
    tx,
    sql`insert into resale_wash_trades (trade_id, property_id, found_at)
        select distinct w.id, w.property_id, ${now.toISOString()}::timestamptz
        from resale_trades m
        cross join lateral (
          select m.id, m.property_id where exists (select 1 from resale_trades b where ${isReverse})
          union all
          select b.id, b.property_id from resale_trades b
          where ${isReverse} and not exists (
            select 1 from resale_trades e
            where ${isEarlier} and e.id <> all(${newTrades}))) w
        where m.id = any(${newTrades})
        on conflict (trade_id) do nothing`,
  );
}

/**
 * The trades of one pair of people in the property of trade `m`, within the window before it. Compares whole rows,
 * which only the index of the pair can answer: compared by columns, a plan from when the table was small reads all
 * trades of the property.
 */
function tradedWithin(alias: string, { buyer, seller }: { buyer: SQL; seller: SQL }): SQL {
  const trade = sql.raw(
    `(${['buyer_id', 'property_id', 'seller_id', 'at'].map((column) => `${alias}.${column}`).join(', ')})`,
  );
  const pair = sql`${buyer}, m.property_id, ${seller}`;
  return sql`${trade} >= (${pair}, m.at - ${window}) and ${trade} <= (${pair}, 'infinity'::timestamptz)`;
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

/** For admins: pairs of people who traded shares of a property back and forth, the most recent first. */
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
