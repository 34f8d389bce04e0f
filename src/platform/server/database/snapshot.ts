import { sql } from 'drizzle-orm';
import type { Database, Transaction } from './db.ts';

/** Works on one moment of the database, without writing, and without the time limit of requests. */
export function onSnapshot<Value>(db: Database, work: (tx: Transaction) => Promise<Value>): Promise<Value> {
  return db.transaction(
    async (tx) => {
      await groupBySorting(tx);
      return work(tx);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/**
 * Makes the database group rows by sorting them. Grouping by hash, once it spills to disk, returns rows in the order of
 * their hashes; a hash join that expects a tenth of them then fills few of its buckets and takes minutes.
 */
async function groupBySorting(tx: Transaction): Promise<void> {
  // It may take longer than a request, so it runs without the time limit of requests.
  await tx.execute(
    sql`select set_config('enable_hashagg', 'off', true), set_config('statement_timeout', '0', true)`,
  );
}
