import { type SQL, sql } from 'drizzle-orm';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import type { Account } from '../ledger.rules.ts';
import { block } from './blocks.ts';

/** A part of an account's entries, which are in the order of their ids, as its user's lock is taken before they are made. */
export interface EntryRange {
  /** The id of the last entry. */
  throughId?: string | undefined;
  /** The id of the first entry. */
  fromId?: string | undefined;
}

/** Names the blocks too, as the indexes have those. */
function inEntryRange({ throughId, fromId }: EntryRange): SQL {
  const bound = (id: string | undefined, operator: SQL) =>
    id === undefined
      ? sql``
      : sql`and id ${operator} ${id}::bigint and ${block(sql`id`)} ${operator} ${block(sql`${id}::bigint`)}`;
  return sql`${bound(throughId, sql`<=`)} ${bound(fromId, sql`>=`)}`;
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

/** Newest first. Sorted by block first, as the indexes are: Postgres then stops after the last block that it needs. */
const newestFirst = (maxEntries: number) =>
  sql`order by ${block(sql`id`)} desc, id desc limit ${maxEntries}::int`;

/** The newest entries of an account, at most `maxEntries`, newest first; columns as in `entriesOf`. */
export function newestEntriesOf(account: Account, maxEntries: number, range: EntryRange = {}): SQL {
  return sql`
    select * from (
      (select id, at, code, operation_id, debit_account as counterparty, amount from ledger_transfers
       where credit_account = ${account.id} and credit_account like 'user:%' ${inEntryRange(range)}
       ${newestFirst(maxEntries)})
      union all
      (select id, at, code, operation_id, credit_account, -amount from ledger_transfers
       where debit_account = ${account.id} and debit_account like 'user:%' ${inEntryRange(range)}
       ${newestFirst(maxEntries)})) newest
    order by id desc limit ${maxEntries}::int`;
}

/**
 * The id of the nth newest entry of some accounts of a user.
 * @returns null when there are fewer
 */
export async function idOfNewest(
  db: Queryable,
  of: readonly Account[],
  { nth, throughId }: { nth: number; throughId?: string | undefined },
): Promise<string | null> {
  const range = inEntryRange({ throughId });
  const ids = of.flatMap(({ id }) => [
    sql`(select id from ledger_transfers
         where credit_account = ${id} and credit_account like 'user:%' ${range} ${newestFirst(nth)})`,
    sql`(select id from ledger_transfers
         where debit_account = ${id} and debit_account like 'user:%' ${range} ${newestFirst(nth)})`,
  ]);
  const [found] = await rows<{ id: string }>(
    db,
    sql`select id::text as id from (${sql.join(ids, sql` union all `)}) newest
        order by newest.id desc offset ${nth - 1}::int limit 1`,
  );
  return found?.id ?? null;
}
