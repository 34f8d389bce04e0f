import { count, eq } from 'drizzle-orm';
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

/** Removes every way in but the password, and the second factor; the owner is told of each. */
export async function removeOtherWaysIn(
  { tx, emit }: { tx: Transaction; emit: (event: NewEvent) => void },
  userId: string,
): Promise<void> {
  const tell = (change: SecurityChange) =>
    emit({ type: SECURITY_CHANGED, userId, payload: { userId, change } });
  const [app] = await tx.delete(secondFactors).where(eq(secondFactors.userId, userId)).returning();
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const keys = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id });
  const accounts = await tx.delete(providerAccounts).where(eq(providerAccounts.userId, userId)).returning();
  if (app?.enabledAt) tell('second_factor_off');
  if (keys.length > 0) tell('passkey_removed');
  if (accounts.length > 0) tell('provider_disconnected');
}
