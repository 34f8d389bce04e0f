import { and, count, eq, lt } from 'drizzle-orm';
import { passkeys, providerAccounts, recoveryCodes, secondFactors, users } from '#db/schema/identity.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Transaction } from '#platform/server/db.ts';
import type { NewEvent } from '#platform/server/records.ts';
import { identityErrors } from '../identity.contract.ts';
import { SECURITY_CHANGED } from '../identity.events.ts';
import type { SecurityChange } from './mails.ts';

/**
 * Refuses what has left a user without a password, a passkey and a provider's account. Takes turns with other
 * removals of the same user, so that two at once do not each count on the other.
 * @throws LAST_WAY_IN
 */
export async function requireWayIn(tx: Transaction, userId: string): Promise<void> {
  const [user] = await tx
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  if (present(user, 'the caller').passwordHash !== null) return;
  const [keys] = await tx.select({ many: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  const [accounts] = await tx
    .select({ many: count() })
    .from(providerAccounts)
    .where(eq(providerAccounts.userId, userId));
  if ((keys?.many ?? 0) + (accounts?.many ?? 0) === 0) throw new DomainError(identityErrors.LAST_WAY_IN);
}

interface Removal {
  tx: Transaction;
  emit(event: NewEvent): void;
}

/** Removes every way in but the password, and the second factor; the owner is told of each. */
export async function removeOtherWaysIn({ tx, emit }: Removal, userId: string): Promise<void> {
  const tell = (change: SecurityChange) =>
    emit({ type: SECURITY_CHANGED, userId, payload: { userId, change } });
  await removePasskeys({ tx, emit }, userId);
  const [app] = await tx.delete(secondFactors).where(eq(secondFactors.userId, userId)).returning();
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const accounts = await tx.delete(providerAccounts).where(eq(providerAccounts.userId, userId)).returning();
  if (app?.enabledAt) tell('second_factor_off');
  if (accounts.length > 0) tell('provider_disconnected');
}

/** Removes a user's passkeys, all of them or those that were added before a moment; the owner is told. */
export async function removePasskeys({ tx, emit }: Removal, userId: string, before?: Date): Promise<void> {
  const chosen = and(eq(passkeys.userId, userId), before && lt(passkeys.createdAt, before));
  const removed = await tx.delete(passkeys).where(chosen).returning({ id: passkeys.id });
  if (removed.length === 0) return;
  emit({ type: SECURITY_CHANGED, userId, payload: { userId, change: 'passkey_removed' } });
}
