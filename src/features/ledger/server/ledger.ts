import { eq, type SQL, sql } from 'drizzle-orm';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { assert } from '#kernel/assert.ts';
import { columnRows, type Queryable, rows, type Transaction, textArray } from '#platform/server/db.ts';
import { type Account, balanceChanges, type Transfer } from '../ledger.rules.ts';

/** The balance of an account that keeps one, in cents or shares; 0 before its first transfer. */
export async function balanceOf(db: Queryable, account: Account): Promise<number> {
  assert(account.kind !== null, `${account.id} keeps no balance`);
  const [row] = await db
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, account.id));
  return row?.balance ?? 0;
}

/**
 * Locks the balance rows of these accounts until the transaction ends, in the one order used everywhere (users,
 * then available shares, then escrow, each by id), so that two operations never wait for each other in a circle.
 * The ids come as an array, which is always found by the index; a join would be planned as a scan of all accounts.
 * @returns the balance of each account by its id, in cents or shares; 0 for one without a row yet
 */
export async function lockBalances(
  tx: Transaction,
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

/** The transfers of one command run, and its moment. */
export interface Operation {
  operationId: string;
  now: Date;
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

/** Moves money or shares for one command run; see `postAll`. */
export async function post(
  tx: Transaction,
  { operationId, now }: Pick<Operation, 'operationId' | 'now'>,
  transfers: readonly Transfer[],
): Promise<void> {
  await lockBalances(
    tx,
    [...balanceChanges(transfers).values()].map(({ account }) => account),
  );
  await postAll(tx, [{ operationId, now, transfers }]);
}

/**
 * Moves money or shares: appends the transfers of these operations and changes the balances they touch by the sums,
 * all or nothing, in one statement. This and `payEach` are the only code that writes to the ledger. Every transfer has
 * one debit and one credit of the same amount and asset, so the books balance by construction.
 *
 * Every account that keeps a balance must be locked already (`lockBalances`).
 * @throws when a balance would go negative: callers check under the lock first, so that is a bug
 */
export async function postAll(tx: Transaction, operations: readonly Operation[]): Promise<void> {
  const transfers = operations.flatMap(({ operationId, now, transfers: own }) =>
    own.map((transfer) => ({ ...transfer, operationId, now })),
  );
  const changes = [...balanceChanges(transfers).values()];
  const gains = changes
    .filter(({ change }) => change >= 0)
    .map(({ account, change }) => ({ ...account, change }));
  const losses = changes
    .filter(({ change }) => change < 0)
    .map(({ account, change }) => ({ id: account.id, change }));
  const entries = transfers.map(({ code, debit, credit, amount, operationId, now }) => ({
    operationId,
    code,
    debit: debit.id,
    credit: credit.id,
    asset: debit.asset,
    amount,
    at: now,
  }));
  const [written] = await rows<{ lost: number; entered: number }>(
    tx,
    sql`with gained as (
          insert into ledger_accounts (id, kind, user_id, property_id, balance)
          select * from ${columnRows('g', gains, {
            id: 'text',
            kind: 'text',
            userId: 'text',
            propertyId: 'int',
            change: 'bigint',
          })}
          on conflict (id) do update set balance = ledger_accounts.balance + excluded.balance
        ), lost as (
          update ledger_accounts a set balance = a.balance + l.change
          from ${columnRows('l', losses, { id: 'text', change: 'bigint' })}
          where a.id = l.id and a.id = any(${textArray(losses.map(({ id }) => id))})
          returning a.id
        ), entered as (
          insert into ledger_transfers (operation_id, code, debit_account, credit_account, asset, amount, at)
          select * from ${columnRows('e', entries, {
            operationId: 'uuid',
            code: 'text',
            debit: 'text',
            credit: 'text',
            asset: 'text',
            amount: 'bigint',
            at: 'timestamptz',
          })}
          returning id
        )
        select (select count(*) from lost)::int as lost, (select count(*) from entered)::int as entered`,
  );
  assert(written?.lost === losses.length, 'an account without a balance cannot be debited');
  assert(written.entered === transfers.length, 'every transfer must be entered');
}
