import { sql } from 'drizzle-orm';
import type { BooksSnapshot } from '#db/schema/books.ts';
import { rows, type Transaction } from '#platform/server/database/db.ts';

/**
 * The balances of all accounts of money by kind, and bank transfers by state, payments to lenders included: of the moment
 * of a verification. What is completed adds up to the balance of the bank.
 */
export async function readBooks(tx: Transaction): Promise<BooksSnapshot> {
  const trialBalance = await rows<{ kind: string; accounts: number; cents: string }>(
    tx,
    sql`select kind, count(*)::int as accounts, sum(balance)::text as cents from ledger_accounts
        where kind not in ('user_shares', 'user_listed', 'property_available') group by kind
        union all
        select account, 1, sum(amount)::text from (
          select credit_account as account, amount from ledger_transfers where asset = 'USD'
          union all
          select debit_account, -amount from ledger_transfers where asset = 'USD') entries
        where account in ('bank:settlement', 'platform:management_fees', 'platform:processing_fees',
                          'platform:resale_fees')
        group by account order by 1`,
  );
  const transfers = await rows<BooksSnapshot['transfers'][number] & Record<string, unknown>>(
    tx,
    sql`select direction, status, count(*)::int as many, (sum(amount) * 100)::bigint::text as cents
        from bank_transfers group by direction, status
        union all
        select 'lender', 'completed', count(*)::int, sum(amount)::text
        from ledger_transfers where code = 'lender_paid' having count(*) > 0
        order by direction, status`,
  );
  return { trialBalance, transfers };
}
