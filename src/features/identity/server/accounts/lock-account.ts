import { and, eq } from 'drizzle-orm';
import { sessions, users } from '#db/schema/identity.ts';
import { present } from '#kernel/assert.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { Account } from './accounts.ts';

/**
 * The account, locked until the transaction ends. Every command that lets someone in, and a new password, which ends
 * such access, takes this lock first, so that they run one after the other.
 */
export async function lockAccount(tx: Transaction, userId: string): Promise<Account> {
  const [account] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  return present(account, 'an account that is never removed');
}

/**
 * Refuses an access token, which does nothing about how its account is signed in to. Returns the session's id.
 * @throws CONFIRM_IDENTITY
 */
export function requireSession({ sessionId }: UserActor): string {
  if (sessionId === null) throw new DomainError(commonErrors.CONFIRM_IDENTITY);
  return sessionId;
}

/**
 * The caller's account, locked. A session that was just ended, as by a new password, cannot leave new access behind;
 * nor can an access token, which would outlive itself in another one.
 * @throws UNAUTHORIZED, or CONFIRM_IDENTITY to a caller with a token
 */
export async function lockOwnAccount(tx: Transaction, actor: UserActor): Promise<Account> {
  const { userId } = actor;
  const sessionId = requireSession(actor);
  const account = await lockAccount(tx, userId);
  const own = and(eq(sessions.id, sessionId), eq(sessions.userId, userId));
  const [session] = await tx.select({ id: sessions.id }).from(sessions).where(own);
  if (!session) throw new DomainError(commonErrors.UNAUTHORIZED);
  return account;
}
