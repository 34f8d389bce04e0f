import { type SQL, sql } from 'drizzle-orm';
import { LEDGER_BLOCK_BITS } from '#db/schema/ledger.ts';
import { assert, present } from '#kernel/assert.ts';
import { insertRows, textArray, type Write, writeAll } from '#platform/server/database/columns.ts';
import {
  type Queryable,
  rows,
  type StatementRunner,
  type Transaction,
} from '#platform/server/database/db.ts';
import { type IdRange, nextIds, within } from '#platform/server/database/id-ranges.ts';
import { type Account, type BalanceChange, balanceChanges, type Transfer } from '../ledger.rules.ts';

/** The stored balance of an account, in cents or shares; 0 before its first transfer. */
export async function balanceOf(db: Queryable, { id, kind }: Account): Promise<number> {
  assert(kind !== null, `${id} has no stored balance`);
  const [account] = await rows<{ balance: number }>(
    db,
    sql`select balance::float8 as balance from ledger_accounts where id = ${id}`,
  );
  return account?.balance ?? 0;
}

/**
 * Locks the balance rows of accounts until the transaction ends.
 *
 * Lock order, the same everywhere, so that transactions never deadlock: users' accounts, then the available shares of
 * offerings, then escrow accounts, each by id.
 *
 * Guards, the locking invariant of the ledger:
 * - Changing any balance of a user requires the lock on the user's cash account.
 * - Changing the escrow of an offering requires the lock on its available shares.
 * A command therefore locks the accounts that it takes from, and may add to the accounts that these guard.
 *
 * The ids are an array because `= any(array)` uses the index; a join would be planned as a scan of all accounts.
 * @returns balances by account id, in cents or shares; 0 for an account without a row
 */
export async function lockBalances(
  tx: StatementRunner,
  requested: readonly Account[],
): Promise<Map<string, number>> {
  const ids = [...new Set(requested.filter(({ kind }) => kind !== null).map(({ id }) => id))];
  const locked = await rows<{ id: string; balance: string }>(
    tx,
    sql`select id, balance::text as balance from ledger_accounts
        where id = any(${textArray(ids)})
        order by case kind when 'property_available' then 1 when 'property_escrow' then 2 else 0 end, id
        for no key update`,
  );
  const balances = new Map(requested.map((account) => [account.id, 0]));
  for (const { id, balance } of locked) balances.set(id, Number(balance));
  return balances;
}

/** A part of an account's entries, which are in the order of their ids, as its user's lock is taken before they are made. */
export interface EntryRange {
  /** The id of the last entry. */
  throughId?: string | undefined;
  /** The first block, see `blockOfNewest`. */
  fromBlock?: string | undefined;
}

/** Written like the indexes of `ledger_transfers`, as Postgres uses them for this expression alone. */
const block = (id: SQL) => sql`(${id} >> ${sql.raw(String(LEDGER_BLOCK_BITS))})`;

/** The first id that a block can have. */
const startOf = (number: SQL) => sql`(${number} << ${sql.raw(String(LEDGER_BLOCK_BITS))})`;

function inEntryRange({ throughId, fromBlock }: EntryRange): SQL {
  const through = sql`${throughId}::bigint`;
  return sql`${throughId === undefined ? sql`` : sql`and id <= ${through} and ${block(sql`id`)} <= ${block(through)}`}
    ${fromBlock === undefined ? sql`` : sql`and ${block(sql`id`)} >= ${fromBlock}::bigint`}`;
}

/**
 * The ledger entries of a user's account, as a query of (id, at, code, operation_id, counterparty, amount): amounts are in
 * cents or shares, positive for credits and negative for debits. The `like` conditions repeat those of the partial
 * indexes, without which Postgres does not use them.
 */
export function entriesOf(account: Account, range: EntryRange = {}): SQL {
  return sql`
    select id, at, code, operation_id, debit_account as counterparty, amount from ledger_transfers
    where credit_account = ${account.id} and credit_account like 'user:%' ${inEntryRange(range)}
    union all
    select id, at, code, operation_id, credit_account, -amount from ledger_transfers
    where debit_account = ${account.id} and debit_account like 'user:%' ${inEntryRange(range)}`;
}

/** The newest entries of an account, at most `maxEntries`, newest first; columns as in `entriesOf`. */
export function newestEntriesOf(account: Account, maxEntries: number, range: EntryRange = {}): SQL {
  // Sorted by block first, as the index is: Postgres then stops after the last block that it needs.
  const newest = sql`order by ${block(sql`id`)} desc, id desc limit ${maxEntries}::int`;
  return sql`
    select * from (
      (select id, at, code, operation_id, debit_account as counterparty, amount from ledger_transfers
       where credit_account = ${account.id} and credit_account like 'user:%' ${inEntryRange(range)} ${newest})
      union all
      (select id, at, code, operation_id, credit_account, -amount from ledger_transfers
       where debit_account = ${account.id} and debit_account like 'user:%' ${inEntryRange(range)} ${newest})) newest
    order by id desc limit ${maxEntries}::int`;
}

/**
 * The block of the nth newest entry of some accounts of a user, among those before `beforeBlock`.
 * @returns null when there are fewer
 */
export async function blockOfNewest(
  db: Queryable,
  of: readonly Account[],
  {
    nth,
    throughId,
    beforeBlock,
  }: { nth: number; throughId?: string | undefined; beforeBlock?: string | undefined },
): Promise<string | null> {
  const range = sql`${inEntryRange({ throughId })}
    ${beforeBlock === undefined ? sql`` : sql`and ${block(sql`id`)} < ${beforeBlock}::bigint`}`;
  const newest = sql`order by ${block(sql`id`)} desc limit ${nth}::int`;
  const blocks = of.flatMap(({ id }) => [
    sql`(select ${block(sql`id`)} as block from ledger_transfers
         where credit_account = ${id} and credit_account like 'user:%' ${range} ${newest})`,
    sql`(select ${block(sql`id`)} from ledger_transfers
         where debit_account = ${id} and debit_account like 'user:%' ${range} ${newest})`,
  ]);
  const [found] = await rows<{ block: string }>(
    db,
    sql`select block::text as block from (${sql.join(blocks, sql` union all `)}) blocks
        order by blocks.block desc offset ${nth - 1}::int limit 1`,
  );
  return found?.block ?? null;
}

/**
 * Transfers are in the order of their ids, and their times come from servers whose clocks differ a little: none is later
 * by this much than one with a higher id.
 */
export const MAX_CLOCK_DIFFERENCE = sql`interval '1 hour'`;

/** Consecutive blocks of the ledger. */
export interface Blocks {
  first: number;
  last: number;
}

/** Whether transfers `t` are in these blocks, as a condition that the indexes of users' accounts have. */
export const inBlocks = ({ first, last }: Blocks): SQL =>
  sql`${block(sql`t.id`)} between ${first}::bigint and ${last}::bigint`;

/** Whether transfers `t` are in a block, as a condition on their ids. */
export const idsInBlock = (number: number): SQL =>
  sql`t.id >= ${startOf(sql`${number}::bigint`)} and t.id < ${startOf(sql`${number + 1}::bigint`)}`;

/**
 * The blocks that may have transfers of a period: also those between two of them that begin with a transfer of a server
 * whose clock is wrong.
 */
export async function blocksOf(db: Queryable, { from, to }: { from: Date; to: Date }): Promise<Blocks> {
  const [start, end] = [from, to].map((moment) => sql`${moment.toISOString()}::timestamptz`);
  const [found] = await rows<{ first: number; last: number }>(
    db,
    sql`select greatest(coalesce(min(number) filter (where begins_at >= ${start} - ${MAX_CLOCK_DIFFERENCE}) - 1,
                                 max(number)), 0)::float8 as first,
               coalesce(max(number) filter (where begins_at < ${end} + ${MAX_CLOCK_DIFFERENCE}), 0)::float8 as last
        from (
          select number, (select at from ledger_transfers
                          where id >= ${startOf(sql`number`)} order by id limit 1) as begins_at
          from generate_series(0::bigint, (select ${block(sql`max(id)`)} from ledger_transfers)) number) blocks`,
  );
  return present(found, 'an aggregate');
}

/** The transfers of one command run. */
interface LedgerOperation {
  operationId: string;
  transfers: readonly Transfer[];
}

/**
 * The holders of a property just before a moment, as a query of (user_id, shares). Shares that are listed for sale
 * count. It uses the indexes of users' accounts, so that purchases need not maintain another index.
 * @param among a condition on the id of a user
 */
export function heldBefore(propertyId: number, moment: Date, among?: (userId: SQL) => SQL): SQL {
  const before = sql`t.at < ${moment.toISOString()}::timestamptz`;
  return sql`
    select a.user_id, sum(e.amount)::bigint as shares
    from ledger_accounts a
    cross join lateral (
      select coalesce(sum(t.amount), 0) as amount from ledger_transfers t
      where t.credit_account = a.id and t.credit_account like 'user:%' and ${before}
      union all
      select -coalesce(sum(t.amount), 0) from ledger_transfers t
      where t.debit_account = a.id and t.debit_account like 'user:%' and ${before}) e
    where a.property_id = ${propertyId} and a.user_id is not null
      ${among ? sql`and ${among(sql`a.user_id`)}` : sql``}
    group by a.user_id having sum(e.amount) > 0`;
}

/** Holders in a range of ids, as in `heldBefore`. */
export interface HeldPart {
  held: SQL;
  range: IdRange;
  /** The last id of this part, after which the next one begins; null in the last part. */
  last: string | null;
}

/**
 * The next of those who have ever had shares of a property. Chosen before their shares are read, since that takes
 * look-ups in the ledger for each of them.
 */
export async function nextHeldBefore(
  db: Queryable,
  propertyId: number,
  moment: Date,
  next: { afterId: string; maxIds: number },
): Promise<HeldPart> {
  const everyone = sql`select user_id as id from ledger_accounts where property_id = ${propertyId}`;
  const { ids, lastId } = await nextIds(db, everyone, next);
  const range = { afterId: next.afterId, lastId: lastId ?? next.afterId };
  const held = heldBefore(propertyId, moment, (userId) => within(userId, range));
  return { held, range, last: ids < next.maxIds ? null : lastId };
}

/** Holders whose shares are read by one statement. */
const maxReadHolders = 10_000;

/** Does work for all holders of a property, however many, in parts of which each fits one statement. */
export async function eachHeldBefore(
  db: Queryable,
  propertyId: number,
  moment: Date,
  work: (part: HeldPart) => Promise<void>,
): Promise<void> {
  for (let afterId: string | null = ''; afterId !== null; ) {
    const part: HeldPart = await nextHeldBefore(db, propertyId, moment, { afterId, maxIds: maxReadHolders });
    await work(part);
    afterId = part.last;
  }
}

interface Holder extends Record<string, unknown> {
  userId: string;
  shares: number;
}

/** All holders of a property just before a moment, as in `heldBefore`. */
export async function holdersBefore(db: Queryable, propertyId: number, moment: Date): Promise<Holder[]> {
  const holders: Holder[] = [];
  await eachHeldBefore(db, propertyId, moment, async ({ held }) => {
    const part = await rows<Holder>(
      db,
      sql`select user_id as "userId", shares::int as shares from (${held}) h`,
    );
    holders.push(...part);
  });
  return holders;
}

/** Locks the accounts of these transfers and posts them; see `ledgerWrites`. */
export async function post(
  tx: Transaction,
  { operationId, now }: { operationId: string; now: Date },
  transfers: readonly Transfer[],
): Promise<void> {
  await lockBalances(
    tx,
    [...balanceChanges(transfers).values()].map(({ account }) => account),
  );
  await writeAll(tx, ledgerWrites([{ operationId, transfers }], now));
}

/**
 * The writes that post transfers: they append the transfers and change each balance by their sum. Only this function and
 * `payEach` write to the ledger. A transfer has one debit and one credit of the same amount and asset, so the books
 * balance by construction.
 *
 * Preconditions:
 * 1. Each account with a stored balance is locked, or guarded by a locked one (`lockBalances`).
 * 2. No balance becomes negative. Callers check that under the lock; the database refuses it (CHECK).
 */
export function ledgerWrites(operations: readonly LedgerOperation[], now: Date): Write[] {
  const entries = operations.flatMap(({ operationId, transfers }) =>
    transfers.map((transfer) => ({ transfer, operationId })),
  );
  const changes = [...balanceChanges(entries.map(({ transfer }) => transfer)).values()];
  return [
    insertRows(
      'ledger_accounts',
      changes.filter(({ change }) => change >= 0),
      {
        id: ['text', ({ account }) => account.id],
        kind: ['text', ({ account }) => account.kind],
        user_id: ['text', ({ account }) => account.userId],
        property_id: ['int', ({ account }) => account.propertyId],
        balance: ['bigint', ({ change }) => change],
      },
      ' on conflict (id) do update set balance = ledger_accounts.balance + excluded.balance',
    ),
    debits(changes.filter(({ change }) => change < 0)),
    insertRows('ledger_transfers', entries, {
      operation_id: ['uuid', ({ operationId }) => operationId],
      code: ['text', ({ transfer }) => transfer.code],
      debit_account: ['text', ({ transfer }) => transfer.debit.id],
      credit_account: ['text', ({ transfer }) => transfer.credit.id],
      asset: ['text', ({ transfer }) => transfer.debit.asset],
      amount: ['bigint', ({ transfer }) => transfer.amount],
      at: ['timestamptz', now],
    }),
  ];
}

/**
 * Subtracts from balances that exist already. Each row finds its amount by its id as the key of one JSON object, which is
 * a binary search; a nested-loop join, or a search of an array, would compare every row with every account.
 */
function debits(losses: readonly BalanceChange[]): Write {
  const ids = textArray(losses.map(({ account }) => account.id));
  const changes = JSON.stringify(
    Object.fromEntries(losses.map(({ account, change }) => [account.id, change])),
  );
  return {
    name: 'ledger_debits',
    // A subquery is evaluated once for the statement, and so the text is parsed once.
    statement: sql`update ledger_accounts set balance = balance + ((select ${changes}::text::jsonb) ->> id)::bigint
                   where id = any(${ids})`,
    rowCount: losses.length,
    mustMatchAllRows: true,
  };
}

/** The id of the newest transfer, 0 before the first: the difference of two tells how many were made between them. */
export async function newestTransferId(db: Queryable): Promise<number> {
  const [newest] = await rows<{ id: number }>(
    db,
    sql`select coalesce(max(id), 0)::float8 as id from ledger_transfers`,
  );
  return present(newest, 'an id').id;
}

/** Number of transfers, and a hash of the sums of all accounts, which two equal ledgers have in common. */
export async function ledgerSums(db: Queryable): Promise<{ transfers: number; trialBalance: string }> {
  const [sums] = await rows<{ transfers: number; trialBalance: string }>(
    db,
    sql`with entries as (
          select credit_account as account, amount from ledger_transfers
          union all select debit_account, -amount from ledger_transfers
        ), sums as (select account, sum(amount) as total from entries group by account)
        select (select count(*) from ledger_transfers)::int as transfers,
               md5(coalesce((select string_agg(account || '=' || total, ',' order by account) from sums), ''))
                 as "trialBalance"`,
  );
  return present(sums, 'the sums of the ledger');
}
