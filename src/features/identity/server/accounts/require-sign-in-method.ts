import { count, eq } from 'drizzle-orm';
import { passkeys, providerAccounts, users } from '#db/schema/identity.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { identityErrors } from '../../identity.contract.ts';

/**
 * Refuses what has left a user without a password, a passkey and a provider's account. Takes turns with other
 * removals of the same user, so that two at once do not each count on the other.
 * @throws LAST_SIGN_IN_METHOD
 */
export async function requireSignInMethod(tx: Transaction, userId: string): Promise<void> {
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
  if ((keys?.many ?? 0) + (accounts?.many ?? 0) === 0)
    throw new DomainError(identityErrors.LAST_SIGN_IN_METHOD);
}
