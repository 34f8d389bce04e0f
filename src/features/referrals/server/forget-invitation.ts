import { eq } from 'drizzle-orm';
import { referrals } from '#db/schema/referrals.ts';
import type { Transaction } from '#platform/server/database/db.ts';

/**
 * Forgets by whose code an account was opened, in the transaction that clears it: its owner used none, and nobody is to
 * see what they invest.
 */
export async function forgetInvitation(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(referrals).where(eq(referrals.invitedId, userId));
}
