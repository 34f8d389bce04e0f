import { sql } from 'drizzle-orm';
import type { BooksSnapshot } from '#db/schema/books.ts';
import { type Queryable, rows, type Transaction } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';

/** Transfers that the provider is asked about in one verification: those that are not settled, then the latest. */
const MAX_ASKED_TRANSFERS = 400;

/** The balances of all accounts of money by kind, and bank transfers by state: of the moment of a verification. */
export async function readBooks(tx: Transaction): Promise<Omit<BooksSnapshot, 'provider'>> {
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
        from bank_transfers group by direction, status order by direction, status`,
  );
  return { trialBalance, transfers };
}

interface AskedTransfer extends Record<string, unknown> {
  id: string;
  reference: string;
  direction: 'deposit' | 'withdrawal';
  status: 'pending' | 'completed' | 'failed';
  cents: number;
}

/** What the payment provider says of our transfers, one by one; never inside a transaction. */
export async function askProvider({ db, payments }: Platform): Promise<BooksSnapshot['provider']> {
  const sums = { settledIn: 0, settledOut: 0, ownIn: 0, ownOut: 0 };
  const differing: BooksSnapshot['provider']['differing'] = [];
  const asked = await askedTransfers(db);
  for (const { id, reference, direction, status, cents } of asked) {
    const said = (await payments.status(reference)).status;
    const way = direction === 'deposit' ? 'In' : 'Out';
    if (said === 'completed') sums[`settled${way}`] += cents;
    if (status === 'completed') sums[`own${way}`] += cents;
    if (said !== status) differing.push({ transferId: id, own: status, provider: said });
  }
  return {
    asked: asked.length,
    settledInCents: String(sums.settledIn),
    settledOutCents: String(sums.settledOut),
    ownInCents: String(sums.ownIn),
    ownOutCents: String(sums.ownOut),
    differing,
  };
}

function askedTransfers(db: Queryable): Promise<AskedTransfer[]> {
  const columns = sql`id::text as id, reference, direction, status, (amount * 100)::float8 as cents`;
  return rows<AskedTransfer>(
    db,
    sql`(select ${columns} from bank_transfers
         where status in ('pending', 'held') and reference is not null order by id limit ${MAX_ASKED_TRANSFERS / 2})
        union all
        (select ${columns} from bank_transfers
         where status in ('completed', 'failed') and reference is not null
         order by id desc limit ${MAX_ASKED_TRANSFERS / 2})`,
  );
}
