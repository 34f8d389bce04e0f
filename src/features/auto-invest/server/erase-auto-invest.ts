import { eq } from 'drizzle-orm';
import { autoInvestSettings } from '#db/schema/auto-invest.ts';
import type { Transaction } from '#platform/server/database/db.ts';

/**
 * Removes someone's Auto-Invest settings, in the transaction that closes or clears their account: nothing is bought
 * because of them after that.
 */
export async function eraseAutoInvest(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(autoInvestSettings).where(eq(autoInvestSettings.userId, userId));
}
