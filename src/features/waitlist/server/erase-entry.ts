import { eq } from 'drizzle-orm';
import { waitlistEntries } from '#db/schema/waitlist.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { emailKeyOf } from '../waitlist.rules.ts';

/** Takes an address off the waitlist, in the transaction that closes its account. */
export async function eraseEntry(tx: Transaction, email: string): Promise<void> {
  await tx.delete(waitlistEntries).where(eq(waitlistEntries.emailKey, emailKeyOf(email)));
}
