import { eq } from 'drizzle-orm';
import { onboardingRecords } from '#db/schema/onboarding.ts';
import type { Transaction } from '#platform/server/database/db.ts';

/** Removes a person's answers of onboarding in the transaction that closes or clears their account. */
export async function eraseOnboarding(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(onboardingRecords).where(eq(onboardingRecords.userId, userId));
}
