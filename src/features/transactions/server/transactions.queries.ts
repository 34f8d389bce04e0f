import { type SQL, sql } from 'drizzle-orm';
import {
  accounts,
  type EntryRange,
  entriesOf,
  idOfNewest,
  movementClassOfRow,
  movementKindOfGroup,
} from '#features/ledger/server/index.ts';
import { present } from '#kernel/assert.ts';
import { cursorPart, cutPage, readCursor, refuseCursor } from '#platform/server/database/cursors.ts';
import { type Database, rows } from '#platform/server/database/db.ts';
import { epochMs, MAX_CLOCK_DIFFERENCE } from '#platform/server/database/sql-values.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type {
  Transaction,
  TransactionFilter,
  TransactionSummary,
  TransactionType,
} from '../transactions.contract.ts';
import { descriptionOf, startOf } from '../transactions.rules.ts';

interface TransactionRow extends Record<string, unknown> {
  key: string;
  at: number;
  type: TransactionType;
  status: Transaction['status'];
  net: string;
  fee: string;
  balance: string | null;
  propertyId: number | null;
  property: string | null;
  shares: number | null;
  priceCents: string | null;
  statementId: string | null;
  throughId: string | null;
  throughBalance: string | null;
}

/** Entries of a user up to one of them, with the cash after it; up to the present when they are not given. */
interface Part extends EntryRange {
  balanceCents?: string | undefined;
}

/**
 * Entries of a user's cash and bid reserve, and the movements that they come to, as the table expressions `classed` and
 * `moved`. The amount that an order reserves or releases for bids is a separate row, before its purchases.
 */
const movedOf = (userId: string, part: EntryRange): SQL => sql`
  classed as (
    select *, ${movementClassOfRow} as class
    from (select *, 0 as reserved from (${entriesOf(accounts.userCash(userId), part)}) cash
          union all
          select *, amount from (${entriesOf(accounts.userBidding(userId), part)}) bidding) entries),
  moved as (
    select operation_id, class, ${movementKindOfGroup(sql`sum(amount) < 0`)} as kind,
           max(id) * 10 + 1 as id, min(at) as at, sum(amount) as net,
           coalesce(-sum(amount) filter (where code in ('processing_fee', 'resale_fee')), 0) as fee,
           max(case when counterparty like 'property:%' then split_part(counterparty, ':', 2)::int end) as property_id
    from classed group by operation_id, class having sum(amount) <> 0
    union all
    select operation_id, 'bid', case when sum(reserved) > 0 then 'bid_reserved' else 'bid_released' end,
           max(id) * 10, min(at), -sum(reserved), 0, null
    from classed group by operation_id having sum(reserved) <> 0)`;

/** Bank transfers that moved nothing, because they are pending or have failed, as clauses of a query. */
const unmovedDeposits = (userId: string): SQL => sql`
  from bank_transfers where user_id = ${userId} and direction = 'deposit' and status <> 'completed'`;

/** When the first entry of `classed` was made: its operation may begin before the part. */
const beginsAt = sql`(select at from classed order by id limit 1)`;

/**
 * Every change of a user's available cash, as a query: one row for each thing that happened, straight from the ledger.
 * It says what the ledger knows; `describedOf` adds the rest. Balances go back from the one at the end of the part.
 *
 * A `mark` is the last entry of a row's operation, the row's id, and the balance after the row. Arrays compare element
 * by element, so `max(mark)` is that of the latest operation, and within it of the latest row. `through` is the latest
 * mark up to a row, or for rows before every movement the end of the part: `through[1]` is the last entry of the
 * operation, and `through[3]` the balance after it.
 */
function movementsOf(userId: string, part: Part): SQL {
  const balance =
    part.balanceCents === undefined
      ? sql`coalesce((select balance from ledger_accounts where id = ${accounts.userCash(userId).id}), 0)`
      : sql`${part.balanceCents}::bigint`;
  return sql`
    with ${movedOf(userId, part)},
    running as (
      select m.*, o.last_id, ${balance} - sum(net) over (order by id desc) + net as balance
      from moved m
      join (select operation_id, max(id) as last_id from classed group by operation_id) o using (operation_id)),
    placed as (
      select lpad(id::text, 20, '0') as key, at, net, fee, balance, kind as type, class, operation_id, property_id,
             null as order_status, array[last_id, id, balance] as mark
      from running
      union all
      select id::text, created_at, amount * 100, 0, null, direction, null, null, null, status, null
      ${unmovedDeposits(userId)})
    select *, ${beginsAt} as begins_at,
           coalesce(max(mark) over (order by at),
                    (select array[max(id), 0, ${balance}]::numeric[] from classed)) as through
    from placed`;
}

/**
 * The movements with their shares, prices, properties and states, as a query.
 * @param ofThese which rows to describe, as clauses over `m`; what only the description says cannot be asked for there
 */
function describedOf(userId: string, part: Part, ofThese = sql``): SQL {
  return sql`
    select r.key, r.at, r.net, coalesce(f.fee, r.fee) as fee, r.balance, r.type,
           coalesce(r.order_status, case when b.status = 'held' then 'pending' else coalesce(b.status, 'completed') end)
             as status,
           coalesce(t.property_id, o.property_id, r.property_id) as property_id,
           coalesce(i.shares, t.shares, f.shares) as shares, coalesce(i.price_per_share, t.price) as price,
           d.distribution_id as statement_id, r.begins_at, r.through
    from (select * from (${movementsOf(userId, part)}) m ${ofThese}) r
    left join investments i on r.class = 'purchase' and i.operation_id = r.operation_id
      and i.user_id = ${userId}
    left join lateral (
      select sum(shares)::float8 as shares, sum(transaction_fee) * 100 as fee from investment_refunds n
      where r.class = 'refund' and n.operation_id = r.operation_id and n.user_id = ${userId}) f on true
    left join lateral (
      select min(property_id) as property_id, sum(shares)::float8 as shares,
             case when min(price_per_share) = max(price_per_share) then min(price_per_share) end as price
      from resale_trades t
      where r.class = 'resale' and t.operation_id = r.operation_id and ${userId} in (t.buyer_id, t.seller_id)) t on true
    left join lateral (
      select case when min(bids.property_id) = max(bids.property_id) then min(bids.property_id) end as property_id
      from (select property_id from resale_orders
            where user_id = ${userId} and side = 'bid'
              and (operation_id = r.operation_id or closed_operation_id = r.operation_id)
            union all
            select property_id from resale_trades
            where buyer_id = ${userId} and operation_id = r.operation_id) bids
      where r.class = 'bid') o on true
    left join distribution_payments d on r.class = 'distribution' and d.operation_id = r.operation_id
    left join bank_transfers b on r.class = 'withdrawal' and r.net < 0 and b.user_id = ${userId}
      and b.requested_operation_id = r.operation_id`;
}

function matching({ range, type, propertyId, status }: TransactionFilter, now: Date): SQL {
  const conditions: SQL[] = [];
  const since = startOf(range, now);
  if (since) conditions.push(sql`m.at >= ${since.toISOString()}::timestamptz`);
  if (type) conditions.push(sql`m.type = ${type}`);
  if (propertyId) conditions.push(sql`m.property_id = ${propertyId}`);
  if (status) conditions.push(sql`m.status = ${status}`);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** What of a person's transactions is read. */
interface Selection {
  where: SQL;
  /** Whether rows must be described before it is known which match: by property, or by the state of a withdrawal. */
  isDescribedFirst: boolean;
}

const selectionOf = (filter: TransactionFilter, now: Date): Selection => ({
  where: matching(filter, now),
  isDescribedFirst: filter.propertyId !== undefined || filter.status !== undefined,
});

/** A key of the ledger is 20 digits, one of an order to the bank a uuid. */
const keyPart = `\\d{20}|${cursorPart.uuid}`;

/** Entries read for each row of a page at first: a purchase has two, and a filter leaves some out. */
const ENTRIES_PER_ROW = 4;
/** How much further back each next attempt goes. */
const WIDENING_FACTOR = 8;

const cashAccountsOf = (userId: string) => [accounts.userCash(userId), accounts.userBidding(userId)];

interface PageStart extends Part {
  /** Rows before this key at this moment, in milliseconds. */
  before?: { at: string; key: string };
}

function pageStartOf(cursor: string | undefined): PageStart {
  if (cursor === undefined) return {};
  const { milliseconds, bigint, cents } = cursorPart;
  const [at, key, throughId, balanceCents] = readCursor(cursor, milliseconds, keyPart, bigint, cents);
  return { before: { at: present(at, 'a moment'), key: present(key, 'a key') }, throughId, balanceCents };
}

/**
 * Reads the newest `limit` rows that match, from as much of the ledger as they need. Each row says where a page that
 * begins with it reads from: the last operation among the rows from it on, and the balance after that.
 */
async function read(
  db: Database,
  userId: string,
  selection: Selection,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<TransactionRow[]> {
  const start = pageStartOf(cursor);
  const { throughId } = start;
  const of = cashAccountsOf(userId);
  for (let nth = ENTRIES_PER_ROW * limit; ; nth *= WIDENING_FACTOR) {
    const fromId = (await idOfNewest(db, of, { nth, throughId })) ?? undefined;
    const found = await readPart(db, userId, selection, { ...start, fromId, limit });
    if (found.length === limit || fromId === undefined) return found;
  }
}

function readPart(
  db: Database,
  userId: string,
  { where, isDescribedFirst }: Selection,
  { before, limit, ...part }: PageStart & { limit: number },
): Promise<TransactionRow[]> {
  const isBefore = before
    ? sql`(m.at, m.key collate "C") < (to_timestamp(${before.at}::float8 / 1000), ${before.key})`
    : sql`true`;
  const isComplete =
    part.fromId === undefined ? sql`true` : sql`m.at > m.begins_at + ${MAX_CLOCK_DIFFERENCE}`;
  const ofThese = sql`where ${where} and ${isBefore} and ${isComplete}
    order by m.at desc, m.key collate "C" desc limit ${limit}`;
  return rows<TransactionRow>(
    db,
    sql`select m.key, ${epochMs('m.at')} as at, m.type, m.status, m.net::bigint::text as net,
               m.fee::bigint::text as fee, m.balance::bigint::text as balance, m.property_id as "propertyId",
               p.name as property, m.shares, (m.price * 100)::bigint::text as "priceCents",
               m.statement_id as "statementId", m.through[1]::bigint::text as "throughId",
               m.through[3]::bigint::text as "throughBalance"
        from (${describedOf(userId, part, isDescribedFirst ? sql`` : ofThese)}) m
        left join properties p on p.id = m.property_id
        ${ofThese}`,
  );
}

function viewOf(row: TransactionRow): Transaction {
  const { key, at, type, status, net, fee, balance, propertyId, property, shares, priceCents, statementId } =
    row;
  const amountCents = Number(net);
  // Only a made-up cursor leads to a balance that the ledger does not allow.
  if (balance?.startsWith('-')) refuseCursor();
  return {
    id: key,
    type,
    status,
    at: new Date(at).toISOString(),
    description: descriptionOf({ type, shares, amountCents, property }),
    property: propertyId === null || property === null ? null : { id: propertyId, name: property },
    shares,
    pricePerShareCents: priceCents === null ? null : Number(priceCents),
    amountCents,
    transactionFeeCents: Number(fee),
    balanceAfterCents: balance === null ? null : Number(balance),
    statementId,
  };
}

/** The caller's transactions that match, newest first. */
export async function list(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { userId }: UserActor,
  { cursor, limit, ...filter }: TransactionFilter & { cursor?: string | undefined; limit: number },
) {
  const found = await read(db, userId, selectionOf(filter, clock.now()), { cursor, limit: limit + 1 });
  const page = cutPage(
    found,
    limit,
    (last, next) => `${last.at}~${last.key}~${next.throughId ?? 0}~${next.throughBalance ?? 0}`,
  );
  return { ...page, items: page.items.map(viewOf) };
}

/** The newest of the caller's transactions that match, one more than `maxRows` when there are more. */
export async function newest(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { userId }: UserActor,
  filter: TransactionFilter,
  maxRows: number,
): Promise<Transaction[]> {
  return (await read(db, userId, selectionOf(filter, clock.now()), { limit: maxRows + 1 })).map(viewOf);
}

interface FigureRow extends Record<string, unknown> {
  count: number;
  spent: string;
  received: string;
  fees: string;
  /** Whether every matching row is in the part: those of the whole ledger are. */
  isComplete: boolean;
}

/** The movements with what their figures add up, as a query: a refund's fee is that of the purchase. */
const withFees = (userId: string, part: EntryRange): SQL => sql`
  with ${movedOf(userId, part)}
  select at, kind as type, net, ${beginsAt} as begins_at,
         coalesce(case when class = 'refund' then (
                    select sum(transaction_fee) * 100 from investment_refunds n
                    where n.operation_id = moved.operation_id and n.user_id = ${userId}) end, fee) as fee
  from moved
  union all
  select created_at, direction, amount * 100, ${beginsAt}, 0
  ${unmovedDeposits(userId)}`;

async function figuresOfPart(
  db: Database,
  userId: string,
  { where, isDescribedFirst, since }: Selection & { since: Date | null },
  part: Part,
): Promise<FigureRow> {
  // What is spent and received is in the ledger, so that it is completed.
  const sumOf = (amount: SQL, ...types: TransactionType[]) =>
    sql`coalesce(sum(${amount}) filter (where ${where} and m.type in (${sql.join(
      types.map((type) => sql`${type}`),
      sql`, `,
    )})), 0)::bigint::text`;
  const isComplete =
    part.fromId === undefined || since === null
      ? sql`true`
      : sql`coalesce(max(m.begins_at) + ${MAX_CLOCK_DIFFERENCE} < ${since.toISOString()}::timestamptz, false)`;
  const [found] = await rows<FigureRow>(
    db,
    sql`select count(*) filter (where ${where})::int as count,
               ${sumOf(sql`-m.net`, 'purchase', 'reinvestment', 'cancellation', 'refund')} as spent,
               ${sumOf(sql`m.net`, 'sale', 'distribution', 'proceeds')} as received,
               ${sumOf(sql`case when m.net > 0 then -m.fee else m.fee end`, 'purchase', 'reinvestment', 'cancellation', 'refund')} as fees,
               ${isComplete} as "isComplete"
        from (${isDescribedFirst ? describedOf(userId, part) : withFees(userId, part)}) m`,
  );
  return present(found, 'the figures of the transactions');
}

/** Entries read for the figures of a period at first. */
const FIGURE_ENTRIES = 100;

/** Adds up what matches, from as much of the ledger as the period needs. */
async function figuresOf(
  db: Database,
  userId: string,
  filter: TransactionFilter,
  now: Date,
): Promise<FigureRow> {
  const matched = { ...selectionOf(filter, now), since: startOf(filter.range, now) };
  if (matched.since === null) return figuresOfPart(db, userId, matched, {});
  for (let nth = FIGURE_ENTRIES; ; nth *= WIDENING_FACTOR) {
    const fromId = (await idOfNewest(db, cashAccountsOf(userId), { nth })) ?? undefined;
    const figures = await figuresOfPart(db, userId, matched, { fromId });
    if (figures.isComplete) return figures;
  }
}

/** Orders whose properties are listed: the shares of those that traded are listed anyway. */
const MAX_SHOWN_ORDERS = 1_000;

/** The properties that a person has shares, orders or money of, by name. */
function propertiesOf(db: Database, userId: string): Promise<{ id: number; name: string }[]> {
  return rows(
    db,
    sql`select p.id, p.name from properties p
        where p.id in (
            select property_id from ledger_accounts where user_id = ${userId} and property_id is not null
            union all
            (select property_id from resale_orders where user_id = ${userId} and side = 'bid'
             order by seq desc limit ${MAX_SHOWN_ORDERS}::int)
            union all
            select own.id from properties own where own.owner_id = ${userId} and exists (
              select 1 from ledger_accounts a where a.property_id = own.id and a.kind <> 'property_available'))
        order by p.name, p.id`,
  );
}

/** Figures of all the caller's transactions that match, and every property that they can be of. */
export async function summary(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { userId }: UserActor,
  filter: TransactionFilter,
): Promise<TransactionSummary> {
  const [{ count, spent, received, fees }, properties] = await Promise.all([
    figuresOf(db, userId, filter, clock.now()),
    propertiesOf(db, userId),
  ]);
  return {
    count,
    spentCents: Number(spent),
    receivedCents: Number(received),
    feesCents: Number(fees),
    properties,
  };
}
