import { eq } from 'drizzle-orm';
import { bankColumns, counterpartyLines, reinvestmentChoices } from '#db/schema/distributions.ts';
import type { Transaction } from '#platform/server/database/db.ts';

/** Removes a person's choices about distributions and reports, in the transaction that closes or clears their account. */
export async function eraseReportChoices(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(reinvestmentChoices).where(eq(reinvestmentChoices.userId, userId));
  await tx.delete(bankColumns).where(eq(bankColumns.ownerId, userId));
  await tx.delete(counterpartyLines).where(eq(counterpartyLines.ownerId, userId));
}
