import { type SQL, sql } from 'drizzle-orm';
import type { Cents } from '#kernel/money.ts';
import { rows, type Transaction } from '#platform/server/database/db.ts';

/** Holders paid in one transaction: enough to be fast, few enough not to delay others. */
export const MAX_CHUNK_HOLDERS = 2_000;

/** Consecutive payouts of a distribution, in the order of payment. */
export interface Chunk {
  id: string;
  /** Position of the last payout before it. */
  after: number;
  through: number;
}

/**
 * Splits cents by shares with the largest-remainder method, ties to the lower user id, as a query of (position, user_id,
 * shares, cents). The same as `allocate`, set-based: a test compares them.
 * @param holders a query of (user_id, shares) whose shares add up to `shares`
 */
export function splitByShares(cents: Cents, { holders, shares }: { holders: SQL; shares: number }): SQL {
  return sql`
    select position, user_id, shares, floor_cents + case when rank <= left_over then 1 else 0 end as cents
    from (
      select user_id, shares, floor_cents,
             row_number() over (order by user_id collate "C") as position,
             row_number() over (order by remainder desc, user_id collate "C") as rank,
             ${cents}::numeric - sum(floor_cents) over () as left_over
      from (
        select user_id, shares, div(${cents}::numeric * shares, ${shares}::numeric) as floor_cents,
               mod(${cents}::numeric * shares, ${shares}::numeric) as remainder
        from (${holders}) holder) part) ranked`;
}

/** The payouts of a chunk that are more than zero, as a source for a query. */
export function paidIn({ id, after, through }: Chunk): SQL {
  return sql`distribution_payouts
    where distribution_id = ${id} and position > ${after} and position <= ${through} and amount > 0`;
}

/**
 * Makes this transaction find payouts by index: just after they were frozen, Postgres has no statistics about
 * them and would read the whole table for each chunk.
 */
export async function disableTableScans(tx: Transaction): Promise<void> {
  await rows(tx, sql`select set_config('enable_seqscan', 'off', true)`);
}

/**
 * Whether the commit waits for the disk. Only the last chunk must: if an earlier one is lost, its progress is lost with
 * its payments, and they are paid again. If a payment was spent meanwhile, that commit flushed this one first, because
 * the write-ahead log is written in order.
 */
export async function waitForDisk(tx: Transaction, wait: boolean): Promise<void> {
  await rows(tx, sql`select set_config('synchronous_commit', ${wait ? 'on' : 'off'}, true)`);
}
