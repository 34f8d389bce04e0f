import { eq } from 'drizzle-orm';
import { watchedProperties, watchlistAlerts } from '#db/schema/watchlist.ts';
import type { Transaction } from '#platform/server/database/db.ts';

/** Removes a person's watchlist in the transaction that closes their account. */
export async function eraseWatchlist(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(watchedProperties).where(eq(watchedProperties.userId, userId));
  await tx.delete(watchlistAlerts).where(eq(watchlistAlerts.userId, userId));
}
