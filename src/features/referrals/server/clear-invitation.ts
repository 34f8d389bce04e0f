import { eq } from 'drizzle-orm';
import { referrals } from '#db/schema/referrals.ts';
import type { Transaction } from '#platform/server/database/db.ts';

/**
 * Deletes by whose code an account was opened, in the transaction that clears it: a stranger may have used it, and nobody
 * is to see what its owner invests. The owner can say with the new password that the code was theirs.
 */
export async function clearInvitation(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(referrals).where(eq(referrals.invitedId, userId));
}
