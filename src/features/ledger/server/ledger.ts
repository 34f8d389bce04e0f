import { sql } from 'drizzle-orm';
import { assert, present } from '#kernel/assert.ts';
import { recordBalances } from '#platform/server/database/advisory-locks.ts';
import { insertRows, textArray, type Write, writeAll } from '#platform/server/database/columns.ts';
import {
  type Queryable,
  rows,
  type StatementRunner,
  type Transaction,
} from '#platform/server/database/db.ts';
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
 * They are locked in this order, so that transactions never deadlock: all other accounts, then the available shares of
 * offerings, then escrow accounts, each by id. docs/architecture.md has the order of all locks.
 *
 * Guarding locks, the locking invariant of the ledger:
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
  recordBalances(tx);
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

/** The transfers of one command run. */
interface LedgerOperation {
  operationId: string;
  transfers: readonly Transfer[];
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
function debits(debited: readonly BalanceChange[]): Write {
  const ids = textArray(debited.map(({ account }) => account.id));
  const changes = JSON.stringify(
    Object.fromEntries(debited.map(({ account, change }) => [account.id, change])),
  );
  return {
    name: 'ledger_debits',
    // A subquery is evaluated once for the statement, and so the text is parsed once.
    statement: sql`update ledger_accounts set balance = balance + ((select ${changes}::text::jsonb) ->> id)::bigint
                   where id = any(${ids})`,
    rowCount: debited.length,
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
