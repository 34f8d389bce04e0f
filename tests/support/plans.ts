import { type SQL, sql } from 'drizzle-orm';
import { rows, type StatementRunner } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';

/**
 * The indexes of a table that the statements of some work are planned with, where there is another way than reading it
 * as a whole. The statements are not run, and find nothing.
 */
export async function indexesUsed(
  { db }: Pick<Platform, 'db'>,
  table: string,
  work: (runner: StatementRunner) => Promise<unknown>,
): Promise<Set<string>> {
  const plans: string[] = [];
  const explain = {
    execute: async (statement: SQL) => {
      plans.push(JSON.stringify(await rows(db, sql`explain ${statement}`)));
      return [];
    },
  };
  await db.execute(sql`set enable_seqscan = off`);
  await work(explain);
  await db.execute(sql`reset enable_seqscan`);
  if (plans.join().includes(`Seq Scan on ${table}`)) throw new Error(`${table} is read as a whole`);
  const used = plans.join().matchAll(new RegExp(`(?:using|Bitmap Index Scan on) (${table}_\\w+)`, 'g'));
  return new Set([...used].map(([, index]) => index ?? ''));
}
