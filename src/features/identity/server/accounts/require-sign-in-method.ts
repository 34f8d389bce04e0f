import { count, eq } from 'drizzle-orm';
import { passkeys, providerAccounts, users } from '#db/schema/identity.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Queryable, Transaction } from '#platform/server/database/db.ts';
import { identityErrors } from '../../identity.contract.ts';
import type { Account } from './accounts.ts';

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
  const { passwordHash } = present(user, 'the caller');
  if (!(await hasSignInMethod(tx, { id: userId, passwordHash })))
    throw new DomainError(identityErrors.LAST_SIGN_IN_METHOD);
}

/**
 * Whether the password chosen by a mail's link is the first of an account's owner: nobody has confirmed the account, or
 * it was cleared and has had no sign-in method since.
 */
export async function isWithoutOwner(db: Queryable, user: Account): Promise<boolean> {
  return user.emailConfirmedAt === null || !(await hasSignInMethod(db, user));
}

async function hasSignInMethod(
  db: Queryable,
  { id: userId, passwordHash }: Pick<Account, 'id' | 'passwordHash'>,
): Promise<boolean> {
  if (passwordHash !== null) return true;
  const [keys] = await db.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  const [accounts] = await db
    .select({ count: count() })
    .from(providerAccounts)
    .where(eq(providerAccounts.userId, userId));
  return (keys?.count ?? 0) + (accounts?.count ?? 0) > 0;
}
