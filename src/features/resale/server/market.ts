import { sql } from 'drizzle-orm';
import type { resaleOrders } from '#db/schema/resale.ts';
import {
  type BuyerEligibility,
  type EligibilityRows,
  eligibilityQueries,
  isVerifiedToBuy,
  lockEligibility,
} from '#features/investing/server/index.ts';
import { type Account, accounts, type HoldingKey, lockBalances } from '#features/ledger/server/index.ts';
import { type LotBook, lotBooks } from '#features/lots/server/index.ts';
import type { PropertyStatus } from '#features/properties/properties.contract.ts';
import { columnsAs, perShareCents } from '#features/valuations/server/index.ts';
import { present } from '#kernel/assert.ts';
import { groupBy } from '#kernel/group-by.ts';
import { type Cents, parseUsd, toDecimal } from '#kernel/money.ts';
import { lockEach } from '#platform/server/database/advisory-locks.ts';
import { integerArray, uuidArray } from '#platform/server/database/columns.ts';
import {
  awaitAll,
  jsonRows,
  readTogether,
  rows,
  type StatementRunner,
} from '#platform/server/database/db.ts';
import { epochMs } from '#platform/server/database/sql-values.ts';
import type { Config } from '#platform/server/runtime/config.ts';
import { byPriority, otherSide, type Side } from '../order-book.rules.ts';
import { MAX_IMMEDIATE_TRADES, type PriceBand } from '../resale.contract.ts';
import { priceBandOf } from '../resale.rules.ts';

/** Resting orders of all books of a batch, so that it stays small beside a few orders that fill as many as one may. */
const MAX_RESTING_ORDERS = 4 * MAX_IMMEDIATE_TRADES;

/** A listing or bid as it is stored. A trade subtracts from `sharesLeft` and closes the order at zero. */
export type Order = typeof resaleOrders.$inferSelect;

/** An incoming order, which may trade with resting ones. */
interface IncomingOrder {
  userId: string;
  propertyId: number;
  side: Side;
  pricePerShareCents: Cents;
  shares: number;
}

/** The part of a property's book that a batch may change, locked. */
export interface Book {
  property: {
    name: string;
    status: PropertyStatus;
    totalShares: number;
    isFunded: boolean;
    priceBand: PriceBand;
  } | null;
  haltReason: string | null;
  /** Resting orders of the other side that the incoming ones could take, best first: at most one more than they may. */
  resting: Order[];
  /** Open orders of each actor of the batch, on both sides. */
  ownOrders: Map<string, Order[]>;
}

/** The locked state that orders are decided on; each decision changes it. */
export interface Market {
  now: Date;
  balances: Map<string, number>;
  books: Map<number, Book>;
  /** The orders that the items of the batch refer to, by id. */
  requestedOrders: Map<string, Order>;
  lots: Map<string, LotBook>;
  /** Amounts that the buyers of the batch may still spend. */
  eligibility: BuyerEligibility;
  /** Recipients of a live event of a trade of this batch: sellers by holding, buyers by id. */
  liveRecipients: Set<string>;
}

interface Party extends HoldingKey {
  side?: Side;
}

interface MarketRequest {
  /** The moment of the batch: orders that expire before it are closed. */
  now: Date;
  config: Pick<Config, 'investing' | 'resale'>;
  /** Ids of the orders that the items of the batch refer to. */
  orderIds?: readonly string[];
  /** Properties with incoming orders. */
  propertyIds?: readonly number[];
  incoming(requestedOrders: ReadonlyMap<string, Order>): readonly IncomingOrder[];
  /** Parties whose money and shares may move, besides those of the orders; one without a side pays from cash. */
  actors(requestedOrders: ReadonlyMap<string, Order>): readonly Party[];
  /** Buyers and bidders, who must be allowed to spend the money. */
  buyers?: readonly string[];
}

/**
 * Locks everything that these orders may change, always in the same order: books by property, then balances, then
 * properties against a change of status. Under the lock of a book every possible counterparty is in it, so the balances
 * of all of them can be locked in their order, and trades never deadlock.
 * @throws when several orders of a book could together fill more than one order may, or those of all books too many, so
 *   that the batch runs again in smaller ones
 */
export async function lockMarket(tx: StatementRunner, request: MarketRequest): Promise<Market> {
  const { now, config, orderIds = [], propertyIds = [], buyers = [] } = request;
  const [halts, orders] = await awaitAll([
    lockBooks(tx, { orderIds, propertyIds }),
    ordersById(tx, orderIds),
  ]);
  const requestedOrders = new Map(orders.map((order) => [order.id, order]));
  const incoming = request.incoming(requestedOrders);
  const [{ resting, barred }, ownOrders] = await awaitAll([
    restingFor(tx, incoming, request),
    ownOrdersOf(tx, incoming),
  ]);
  if (needsSmallerBatch(incoming, resting)) throw new Error('too many trades for one batch');
  const parties = [...orders, ...resting];
  const { investing } = config;
  const [balances, properties, lots, found] = await awaitAll([
    lockBalances(tx, [...request.actors(requestedOrders), ...parties].flatMap(accountsOf)),
    lockProperties(tx, [...halts.keys()], config.resale),
    lotBooks(
      tx,
      [...parties, ...incoming].filter(({ side }) => side === 'ask'),
    ),
    readTogether<EligibilityRows>(tx, eligibilityQueries(buyers, now, investing)),
  ]);
  const known = new Map(resting.map((order) => [order.id, order]));
  const books = new Map(
    [...halts].map(([id, haltReason]): [number, Book] => [
      id,
      {
        property: properties.get(id) ?? null,
        haltReason: barred.has(id) ? 'Bids are being closed.' : haltReason,
        resting: resting.filter(({ propertyId }) => propertyId === id),
        ownOrders: groupBy(
          ownOrders
            .filter(({ propertyId }) => propertyId === id)
            .map((order) => known.get(order.id) ?? order),
          ({ userId }) => userId,
        ),
      },
    ]),
  );
  const eligibility = await lockEligibility(tx, { buyers, found, now, investing });
  return { now, balances, books, requestedOrders, lots, eligibility, liveRecipients: new Set() };
}

/** Whether several incoming orders could fill more of a book than was read of it, or too many of all books together. */
function needsSmallerBatch(incoming: readonly IncomingOrder[], resting: readonly Order[]): boolean {
  const ofBook = ({ propertyId }: { propertyId: number }) => propertyId;
  const incomingOf = groupBy(incoming, ofBook);
  const isBeyond = ([propertyId, { length }]: [number, Order[]]) =>
    length > MAX_IMMEDIATE_TRADES && (incomingOf.get(propertyId)?.length ?? 0) > 1;
  return resting.length > MAX_RESTING_ORDERS || [...groupBy(resting, ofBook)].some(isBeyond);
}

function accountsOf({ userId, propertyId, side }: Party): Account[] {
  const moved = [accounts.userCash(userId), accounts.userShares(userId, propertyId)];
  if (side === 'bid') moved.push(accounts.userBidding(userId));
  if (side === 'ask') moved.push(accounts.userListed(userId, propertyId));
  return moved;
}

/**
 * Locks the books of these properties and of these orders' properties, in the order of their ids, until the transaction
 * ends. A book is locked by an advisory lock, so it needs no row. Both statements are sent at once; the second one runs
 * when the locks are held.
 * @returns the reason of a trading halt, or null, by the id of each property that exists
 */
export async function lockBooks(
  tx: StatementRunner,
  books: { propertyIds?: readonly number[]; orderIds?: readonly string[] },
): Promise<Map<number, string | null>> {
  const { propertyIds = [], orderIds = [] } = books;
  const ids = sql`
    select unnest(${integerArray(propertyIds)}::int[]) as id
    union
    select o.property_id from resale_orders o where o.id = any(${uuidArray(orderIds)})`;
  const [, found] = await awaitAll([
    lockEach(tx, 'orderBooks', sql`(select id from (${ids}) named order by id)`),
    rows<{ propertyId: number; haltReason: string | null }>(
      tx,
      sql`select p.id as "propertyId", b.halt_reason as "haltReason"
          from properties p left join resale_books b on b.property_id = p.id
          where p.id = any(array(${ids}))`,
    ),
  ]);
  return new Map(found.map(({ propertyId, haltReason }) => [propertyId, haltReason]));
}

/** Whether a locked book is halted until an admin resumes trading: such a halt has no end of its own. */
export async function isHaltedByAdmin(tx: StatementRunner, propertyId: number): Promise<boolean> {
  const [halted] = await rows(
    tx,
    sql`select 1 from resale_books
        where property_id = ${propertyId} and halt_reason is not null and resumes_at is null`,
  );
  return halted !== undefined;
}

/** Until when the approved valuations of a property halt its trading, where that is still to come. */
export async function haltedByValuationUntil(
  tx: StatementRunner,
  propertyId: number,
  now: Date,
): Promise<Date | null> {
  const [found] = await rows<{ until: number | null }>(
    tx,
    sql`select ${epochMs('max(d.halted_until)')} as until
        from valuations v join valuation_decisions d on d.valuation_id = v.id
        where v.property_id = ${propertyId} and d.halted_until > ${now.toISOString()}::timestamptz`,
  );
  return found?.until ? new Date(found.until) : null;
}

interface OrderRow extends Record<string, unknown> {
  id: string;
  seq: number;
  operationId: string;
  propertyId: number;
  userId: string;
  side: Side;
  price: string;
  shares: number;
  sharesLeft: number;
  status: Order['status'];
  openedAt: number;
  expiresAt: number;
}

/** The columns that decisions on an open order need; only open orders are ever changed. */
const orderColumns = sql`o.id::text as id, o.seq::float8 as seq, o.operation_id::text as "operationId",
  o.property_id as "propertyId", o.user_id as "userId", o.side, o.price_per_share::text as price, o.shares,
  o.shares_left as "sharesLeft", o.status, ${epochMs('o.opened_at')} as "openedAt",
  ${epochMs('o.expires_at')} as "expiresAt"`;

function orderOf({ price, openedAt, expiresAt, ...row }: OrderRow): Order {
  return {
    ...row,
    pricePerShareCents: present(parseUsd(price), 'the price of an order'),
    openedAt: new Date(openedAt),
    expiresAt: new Date(expiresAt),
    closedAt: null,
    closedOperationId: null,
  };
}

async function ordersById(tx: StatementRunner, ids: readonly string[]): Promise<Order[]> {
  if (ids.length === 0) return [];
  const found = await rows<OrderRow>(
    tx,
    sql`select ${orderColumns} from resale_orders o where o.id = any(${uuidArray(ids)})`,
  );
  return found.map(orderOf);
}

/** Joint reach of the incoming orders of a book: the best limit, and the number of shares that they can take. */
function reachOf(side: Side, incoming: readonly IncomingOrder[]) {
  const furthest = side === 'bid' ? Math.max : Math.min;
  const reaches = new Map<number, { propertyId: number; limit: Cents; shares: number }>();
  for (const { propertyId, pricePerShareCents, shares } of incoming) {
    const known = reaches.get(propertyId) ?? { propertyId, limit: pricePerShareCents, shares: 0 };
    const limit = furthest(known.limit, pricePerShareCents);
    reaches.set(propertyId, { propertyId, limit, shares: known.shares + shares });
  }
  return [...reaches.values()].map(({ limit, ...reach }) => ({ ...reach, limit: toDecimal(limit) }));
}

const restingSql = {
  ask: { priority: sql`o.price_per_share, o.seq`, within: sql`o.price_per_share <= w."limit"` },
  bid: { priority: sql`o.price_per_share desc, o.seq`, within: sql`o.price_per_share >= w."limit"` },
};

/**
 * The resting orders that the incoming ones of each book could trade with, best first: no more than they can take
 * together, and of a book at most one more than an order may fill. Orders past their expiry count as closed. Bids of people
 * who are not verified do not trade once the server requires it: until a job has closed them, a book is `barred` to
 * sellers who would meet one, so that no order rests beside one that it could have filled.
 */
async function restingFor(
  tx: StatementRunner,
  incoming: readonly IncomingOrder[],
  { now, config }: Pick<MarketRequest, 'now' | 'config'>,
): Promise<{ resting: Order[]; barred: ReadonlySet<number> }> {
  const side = incoming[0]?.side;
  if (side === undefined) return { resting: [], barred: new Set() };
  const against = otherSide[side];
  const { priority, within } = restingSql[against];
  const mayTrade = against === 'bid' ? isVerifiedToBuy(sql`o.user_id`, config.investing) : sql`true`;
  const found = await rows<OrderRow & { mayTrade: boolean }>(
    tx,
    sql`select ${orderColumns}, ${mayTrade} as "mayTrade"
        from json_to_recordset(${jsonRows(reachOf(side, incoming))})
          as w("propertyId" int, "limit" numeric, shares bigint)
        cross join lateral (
          select o.*, sum(o.shares_left) over (order by ${priority}) - o.shares_left as before
          from (
            select o.* from resale_orders o
            where o.property_id = w."propertyId" and o.side = ${sql.raw(`'${against}'`)} and o.status = 'open'
              and ${within} and o.expires_at > ${now.toISOString()}::timestamptz
            order by ${priority} limit ${MAX_IMMEDIATE_TRADES + 1}::int) o) o
        where o.before < w.shares`,
  );
  return {
    resting: found.map(({ mayTrade: _, ...row }) => orderOf(row)).sort(byPriority(against)),
    barred: new Set(found.filter((row) => !row.mayTrade).map(({ propertyId }) => propertyId)),
  };
}

/** The open orders of the people with incoming ones in the same book. */
export async function ownOrdersOf(
  tx: StatementRunner,
  incoming: readonly Pick<IncomingOrder, 'userId' | 'propertyId'>[],
): Promise<Order[]> {
  if (incoming.length === 0) return [];
  const pairs = incoming.map(({ userId, propertyId }) => ({ userId, propertyId }));
  const found = await rows<OrderRow>(
    tx,
    sql`select ${orderColumns}
        from (select distinct "userId", "propertyId" from json_to_recordset(${jsonRows(pairs)})
                as pair("userId" text, "propertyId" int)) w
        join resale_orders o on o.user_id = w."userId" and o.property_id = w."propertyId" and o.status = 'open'`,
  );
  return found.map(orderOf);
}

/** Name, status, shares and price bands of properties, locked against a change of status until the transaction ends. */
async function lockProperties(
  tx: StatementRunner,
  propertyIds: readonly number[],
  band: Config['resale'],
): Promise<Map<number, Book['property']>> {
  const found = await rows<
    Omit<NonNullable<Book['property']>, 'priceBand'> & { id: number; valueCents: Cents }
  >(
    tx,
    sql`select p.id, p.name, p.status, p.total_shares as "totalShares", o.status = 'funded' as "isFunded",
               ${perShareCents(columnsAs('p'))} as "valueCents"
        from properties p join offerings o on o.property_id = p.id
        where p.id = any(${integerArray(propertyIds)}::int[]) order by p.id for share of p`,
  );
  return new Map(
    found.map(({ id, valueCents, ...state }) => [id, { ...state, priceBand: priceBandOf(valueCents, band) }]),
  );
}
