import { type SQL, sql } from 'drizzle-orm';
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

/** The payouts of a chunk that are more than zero, as a source for a query. */
export function paidIn({ id, after, through }: Chunk): SQL {
  return sql`distribution_payouts
    where distribution_id = ${id} and position > ${after} and position <= ${through} and amount > 0`;
}

/**
 * Whether the commit waits for the disk. Only the last chunk must: if an earlier one is lost, its progress is lost with
 * its payments, and they are paid again. If a payment was spent meanwhile, that commit flushed this one first, because
 * the write-ahead log is written in order.
 */
export async function setDurableCommit(tx: Transaction, wait: boolean): Promise<void> {
  await rows(tx, sql`select set_config('synchronous_commit', ${wait ? 'on' : 'off'}, true)`);
}
