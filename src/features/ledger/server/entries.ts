import { type SQL, sql } from 'drizzle-orm';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import type { Account } from '../ledger.rules.ts';
import { block } from './blocks.ts';

/** A part of an account's entries, which are in the order of their ids, as its user's lock is taken before they are made. */
export interface EntryRange {
  /** The id of the last entry. */
  throughId?: string | undefined;
  /** The first block, see `blockOfNewest`. */
  fromBlock?: string | undefined;
}

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
