import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import { identityErrors } from '../../identity.contract.ts';

export type Account = typeof users.$inferSelect;

/** The account of an email, whether it has confirmed it or not. */
export async function accountByEmail(db: Queryable, email: string): Promise<Account | null> {
  const [account] = await db.select().from(users).where(eq(users.email, email));
  return account ?? null;
}

/** The name of an account until its owner gives one: the part of its email before the at sign. */
export function nameFromEmail(email: string): { firstName: string; lastName: string } {
  const [mailbox = ''] = email.split('@');
  const name = mailbox.slice(0, 80);
  return { firstName: name, lastName: name };
}

/**
 * Refuses what needs an address that is known to be the user's own.
 * @throws EMAIL_NOT_CONFIRMED
 */
export async function requireConfirmedEmail(db: Queryable, userId: string): Promise<void> {
  const [user] = await db.select({ at: users.emailConfirmedAt }).from(users).where(eq(users.id, userId));
  if (!user?.at) throw new DomainError(identityErrors.EMAIL_NOT_CONFIRMED);
}
