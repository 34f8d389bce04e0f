import { eq } from 'drizzle-orm';
import { dataExports } from '#db/schema/own-data.ts';
import type { Run } from '#platform/server/runtime/run.ts';

/**
 * Ends the downloads of a person's exports, in the transaction that closes or clears their account. Their files are
 * removed with the other expired ones.
 */
export async function expireExports({ tx, now }: Pick<Run, 'tx' | 'now'>, userId: string): Promise<void> {
  await tx.update(dataExports).set({ expiresAt: now }).where(eq(dataExports.userId, userId));
}
