import { type SQL, sql } from 'drizzle-orm';
import { assert } from '#kernel/assert.ts';
import type { Cents } from '#kernel/money.ts';
import { awaitAll, rows, type Transaction } from '#platform/server/database/db.ts';
import { type Account, accounts, type TransferCode } from '../ledger.rules.ts';
import { lockBalances } from './ledger.ts';

/** Prefix and suffix of a cash account's id, around the id of its user. */
const [CASH_OF, CASH] = accounts.userCash('*').id.split('*') as [string, string];

interface Payment {
  code: TransferCode;
  debit: Account;
  /** A query of (user_id, cents): each person once, and nobody less than a cent. */
  payees: SQL;
}

/**
 * Pays many people from one account, each by a transfer of their own, all or nothing. Like `post`, but set-based: the
 * payments never leave the database. It locks the payer first and then the payees in the order of their accounts, as
 * `lockBalances` does.
 * @returns how many were paid, and how much altogether
 * @throws when the balance of the payer would go negative, and when someone is named twice
 */
export async function payEach(
  tx: Transaction,
  { operationId, now }: { operationId: string; now: Date },
  { code, debit, payees }: Payment,
): Promise<{ payeeCount: number; cents: Cents }> {
  assert(debit.asset === accounts.bank().asset && debit.userId === null, `${debit.id} pays no people`);
  const [, [paid]] = await awaitAll([
    lockBalances(tx, [debit]),
    rows<{ payeeCount: number; cents: string; debitCount: number }>(
      tx,
      sql`with due as materialized (
          select ${CASH_OF}::text || p.user_id || ${CASH}::text as id, p.user_id, p.cents from (${payees}) p order by id
        ), debited as (
          update ledger_accounts set balance = balance - d.cents
          from (select sum(cents) as cents from due having sum(cents) > 0) d
          where id = ${debit.id}
          returning 1
        ), credited as (
          insert into ledger_accounts (id, kind, user_id, balance)
          select id, 'user_cash', user_id, cents from due
          on conflict (id) do update set balance = ledger_accounts.balance + excluded.balance
          returning 1
        ), posted as (
          insert into ledger_transfers (operation_id, code, debit_account, credit_account, asset, amount, at)
          select ${operationId}::uuid, ${code}::text, ${debit.id}::text, id, ${debit.asset}::text, cents,
                 ${now.toISOString()}::timestamptz
          from due
          -- Ids are taken under the locks, so that each person's entries are in the order of their ids.
          where (select count(*) from credited) > 0
          returning amount
        )
        select count(*)::int as "payeeCount", coalesce(sum(amount), 0)::text as cents,
               (select count(*) from debited)::int as "debitCount"
        from posted`,
    ),
  ]);
  assert(
    paid !== undefined && (paid.payeeCount === 0 || paid.debitCount === 1),
    `${debit.id} has no balance`,
  );
  const cents = Number(paid.cents);
  assert(Number.isSafeInteger(cents), 'a sum of payments is not exact');
  return { payeeCount: paid.payeeCount, cents };
}
