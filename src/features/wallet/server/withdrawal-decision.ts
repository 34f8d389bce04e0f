import { and, eq } from 'drizzle-orm';
import { bankTransfers } from '#db/schema/wallet.ts';
import { isSamePerson } from '#features/ownership/server/index.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import type { Queryable, Transaction } from '#platform/server/database/db.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { walletErrors } from '../wallet.contract.ts';

type Withdrawal = typeof bankTransfers.$inferSelect;

const withdrawalOf = (transferId: string) =>
  and(eq(bankTransfers.id, transferId), eq(bankTransfers.direction, 'withdrawal'));

/**
 * The person of a withdrawal. Read without a lock, so that the owner's freeze can be asked for before a row is locked.
 * @throws NOT_FOUND
 */
export async function ownerOf(db: Queryable, transferId: string): Promise<string> {
  const [found] = await db
    .select({ userId: bankTransfers.userId })
    .from(bankTransfers)
    .where(withdrawalOf(transferId));
  if (!found) throw new DomainError(commonErrors.NOT_FOUND);
  return found.userId;
}

/**
 * The owner of a withdrawal that someone else decides on, also by the verified tax number.
 * @throws NOT_FOUND, OWN_WITHDRAWAL
 */
export async function ownerDecidedOnBy(db: Queryable, actor: UserActor, transferId: string): Promise<string> {
  const ownerId = await ownerOf(db, transferId);
  if (await isSamePerson(db, actor.userId, ownerId)) throw new DomainError(walletErrors.OWN_WITHDRAWAL);
  return ownerId;
}

/**
 * A withdrawal, locked until the transaction ends.
 * @throws NOT_FOUND
 */
export async function lockWithdrawal(tx: Transaction, transferId: string): Promise<Withdrawal> {
  const [found] = await tx.select().from(bankTransfers).where(withdrawalOf(transferId)).for('update');
  if (!found) throw new DomainError(commonErrors.NOT_FOUND);
  return found;
}

/**
 * A withdrawal on hold, locked until the transaction ends.
 * @throws NOT_FOUND, NOT_HELD
 */
export async function lockHeldWithdrawal(tx: Transaction, transferId: string): Promise<Withdrawal> {
  const found = await lockWithdrawal(tx, transferId);
  if (found.status !== 'held') throw new DomainError(walletErrors.NOT_HELD);
  return found;
}
