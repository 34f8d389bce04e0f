import { count, eq } from 'drizzle-orm';
import { passkeys, providerAccounts, users } from '#db/schema/identity.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { identityErrors } from '../../identity.contract.ts';

/**
 * Refuses a change that leaves a user without a password, a passkey and a provider's account. Two removals by the same
 * user run one after the other, so that they do not rely on each other's method.
 * @throws LAST_SIGN_IN_METHOD
 */
export async function requireSignInMethod(tx: Transaction, userId: string): Promise<void> {
  const [user] = await tx
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  if (present(user, 'the caller').passwordHash !== null) return;
  const [keys] = await tx.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  const [accounts] = await tx
    .select({ count: count() })
    .from(providerAccounts)
    .where(eq(providerAccounts.userId, userId));
  if ((keys?.count ?? 0) + (accounts?.count ?? 0) === 0)
    throw new DomainError(identityErrors.LAST_SIGN_IN_METHOD);
}
