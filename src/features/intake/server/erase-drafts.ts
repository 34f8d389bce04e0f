import { eq } from 'drizzle-orm';
import { intakeDrafts } from '#db/schema/intake.ts';
import type { Transaction } from '#platform/server/database/db.ts';

/** Removes an owner's drafts of the wizard, in the transaction that closes or clears their account. */
export async function eraseDrafts(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(intakeDrafts).where(eq(intakeDrafts.ownerId, userId));
}
