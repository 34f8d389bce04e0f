import { eq } from 'drizzle-orm';
import { referralCodes } from '#db/schema/referrals.ts';
import type { Transaction } from '#platform/server/database/db.ts';

/** Ends someone's invitations, in the transaction that closes their account. The referrals stay, as ids. */
export async function eraseCode(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(referralCodes).where(eq(referralCodes.userId, userId));
}
