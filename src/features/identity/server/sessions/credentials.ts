import { z } from 'zod';
import { DomainError } from '#kernel/errors.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { identityErrors } from '../../identity.contract.ts';
import { lockAccount } from '../accounts/lock-account.ts';

/** The account, and the hash of the password that proved it, unless it was proven otherwise. */
export const credentials = z.strictObject({
  userId: z.string(),
  passwordHash: z.string().nullable().optional(),
});

export type Credentials = z.infer<typeof credentials>;

/** Checking a password takes a while: nobody is signed in with the previous one after it was changed. */
export async function requireSamePassword(
  tx: Transaction,
  { userId, passwordHash }: Credentials,
): Promise<void> {
  const account = await lockAccount(tx, userId);
  if (passwordHash !== undefined && passwordHash !== account.passwordHash) {
    throw new DomainError(identityErrors.WRONG_CREDENTIALS);
  }
}
