import { type SQL, sql } from 'drizzle-orm';
import { rows, type Transaction } from '#platform/server/database/db.ts';

/** Holders dealt with in one transaction: enough to be fast, few enough that nobody else waits. */
export const CHUNK = 2_000;

/** A stretch of the payouts of a distribution, in the order of payment. */
export interface Chunk {
  id: string;
  /** Position of the last payout before it. */
  after: number;
  through: number;
}

/** The payouts of a chunk that come to anything, for a query to read from. */
export function paidIn({ id, after, through }: Chunk): SQL {
  return sql`distribution_payouts
    where distribution_id = ${id} and position > ${after} and position <= ${through} and amount > 0`;
}

/**
 * Has this transaction find payouts by their position alone: just after they were frozen, Postgres knows nothing of
 * them yet and would read the whole table for each chunk. What it thinks such a statement costs is then far too much,
 * and it would compile each of them.
 */
export async function findByIndex(tx: Transaction): Promise<void> {
  await rows(tx, sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`);
}

/**
 * Whether this transaction is answered only when it is on the disk. Chunks but the last need not be: how far their
 * statement has got is lost together with the payments, and they are paid again; and whoever has spent one by then has
 * had it written before, as the database's journal is written in order.
 */
export async function waitForDisk(tx: Transaction, wait: boolean): Promise<void> {
  await rows(tx, sql`select set_config('synchronous_commit', ${wait ? 'on' : 'off'}, true)`);
}
