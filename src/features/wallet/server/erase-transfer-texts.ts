import { and, eq, isNotNull } from 'drizzle-orm';
import { bankTransfers } from '#db/schema/wallet.ts';
import type { Transaction } from '#platform/server/database/db.ts';

const ERASED = 'Erased with the account';

/** Erases what admins wrote about someone's transfers, in the transaction that closes the account. */
export async function eraseTransferTexts(tx: Transaction, userId: string): Promise<void> {
  const own = eq(bankTransfers.userId, userId);
  const has = (column: typeof bankTransfers.holdReason | typeof bankTransfers.failureReason) =>
    and(own, isNotNull(column));
  await tx.update(bankTransfers).set({ holdReason: ERASED }).where(has(bankTransfers.holdReason));
  await tx.update(bankTransfers).set({ failureReason: ERASED }).where(has(bankTransfers.failureReason));
}
