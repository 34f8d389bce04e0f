import { type SQL, sql } from 'drizzle-orm';
import { assert } from '#kernel/assert.ts';
import {
  insertRows,
  integerArray,
  textArray,
  type Write,
  writeAll,
} from '#platform/server/database/columns.ts';
import {
  type Queryable,
  rows,
  type StatementRunner,
  type Transaction,
} from '#platform/server/database/db.ts';
import { type Account, type BalanceChange, balanceChanges, type Transfer } from '../ledger.rules.ts';

/** The balance of an account that keeps one, in cents or shares; 0 before its first transfer. */
export async function balanceOf(db: Queryable, { id, kind }: Account): Promise<number> {
  assert(kind !== null, `${id} keeps no balance`);
  const [found] = await rows<{ balance: number }>(
    db,
    sql`select balance::float8 as balance from ledger_accounts where id = ${id}`,
  );
  return found?.balance ?? 0;
}

/**
 * Locks the balance rows of these accounts until the transaction ends, in the one order used everywhere (users,
 * then available shares, then escrow, each by id), so that two operations never wait for each other in a circle.
 *
 * A person's cash guards what else is theirs, and available shares guard the escrow of their offering: who changes
 * the one has locked the other before. So a hot command locks only what it takes from, and adds to the rest.
 *
 * The ids come as an array, which is always found by the index; a join would be planned as a scan of all accounts.
 * @returns the balance of each account by its id, in cents or shares; 0 for one without a row yet
 */
export async function lockBalances(
  tx: StatementRunner,
  wanted: readonly Account[],
): Promise<Map<string, number>> {
  const ids = [...new Set(wanted.filter(({ kind }) => kind !== null).map(({ id }) => id))];
  const locked = await rows<{ id: string; balance: string }>(
    tx,
    sql`select id, balance::text as balance from ledger_accounts
        where id = any(${textArray(ids)})
        order by case kind when 'property_available' then 1 when 'property_escrow' then 2 else 0 end, id
        for no key update`,
  );
  const balances = new Map(wanted.map((account) => [account.id, 0]));
  for (const { id, balance } of locked) balances.set(id, Number(balance));
  return balances;
}

/**
 * What a user's account moved, as a query of (id, at, code, operation_id, counterparty, amount), in cents or shares:
 * positive what came in, negative what went out. It repeats the condition of the indexes, without which they are not
 * used.
 */
export function entriesOf(account: Account): SQL {
  return sql`
    select id, at, code, operation_id, debit_account as counterparty, amount from ledger_transfers
    where credit_account = ${account.id} and credit_account like 'user:%'
    union all
    select id, at, code, operation_id, credit_account, -amount from ledger_transfers
    where debit_account = ${account.id} and debit_account like 'user:%'`;
}

/** The transfers of one command run. */
export interface Operation {
  operationId: string;
  transfers: readonly Transfer[];
}

/**
 * Who held shares of a property just before a moment, as a query of (user_id, shares): every account of a user in
 * that share counts, so shares that are listed for sale are held. It goes from the property's accounts to their
 * transfers by the indexes that exist for users' histories, so no purchase pays for an index of its own.
 */
export function heldBefore(propertyId: number, moment: Date, userId?: string): SQL {
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
      ${userId === undefined ? sql`` : sql`and a.user_id = ${userId}`}
    group by a.user_id having sum(e.amount) > 0`;
}

/** Moves money or shares for one command run; see `movements`. */
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
 * What moves money or shares: appends the transfers of these operations and changes the balances they touch by the
 * sums. This and `payEach` are the only code that writes to the ledger. Every transfer has one debit and one credit of
 * the same amount and asset, so the books balance by construction.
 *
 * Every account that keeps a balance must be locked already (`lockBalances`), or guarded by one that is. It fails when
 * a balance would go negative: callers check under the lock first, so that is a bug.
 */
export function ledgerWrites(operations: readonly Operation[], now: Date): Write[] {
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
 * What takes from accounts; one without a balance cannot be debited. Amounts are found by the place of their account in
 * the array, because a join would compare every row with every account.
 */
function debits(losses: readonly BalanceChange[]): Write {
  const ids = textArray(losses.map(({ account }) => account.id));
  const changes = integerArray(losses.map(({ change }) => change));
  return {
    name: 'ledger_debits',
    statement: sql`update ledger_accounts set balance = balance + lost.changes[array_position(lost.ids, id)]
                   from (select ${ids} as ids, ${changes} as changes) lost where id = any(lost.ids)`,
    rows: losses.length,
    mustMatchAllRows: true,
  };
}
