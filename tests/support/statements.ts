import { sql } from 'drizzle-orm';
import { monthlyStatements, statementMonths } from '#db/schema/statements.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';

/** Removes issued statements, which never change, for tests in which the same days come again. */
export async function forgetStatements({ db }: Platform): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.delete(monthlyStatements);
    await tx.delete(statementMonths);
  });
}
