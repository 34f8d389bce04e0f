import { sql } from 'drizzle-orm';
import { statementMonths } from '#db/schema/statements.ts';
import { monthAfter, monthBounds } from '#kernel/months.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';

/** Removes issued statements, which never change, for tests in which the same days come again. */
export async function deleteStatements({ db }: Platform): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`truncate monthly_statements, statement_months, statement_chunks`);
  });
}

/**
 * Makes `month` the first whose statements are issued. The product begins with the month of its first transfer, which
 * is too late when the same days come again and nobody moved money in the first month the first time.
 */
export async function issueStatementsFrom({ db }: Platform, month: string): Promise<void> {
  const at = monthBounds(month).from;
  const done = { issuedThrough: '', statements: 0, startedAt: at, finishedAt: at };
  await db.insert(statementMonths).values({ month: monthAfter(month, -1), ...done });
}
