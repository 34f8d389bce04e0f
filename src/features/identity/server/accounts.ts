import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Queryable } from '#platform/server/db.ts';
import { identityErrors } from '../identity.contract.ts';

export type Account = typeof users.$inferSelect;

const MOST_UNCONFIRMED = 5;

/** The account that has confirmed an address, and the newest of those that signed up with it and have not. */
export interface AccountsOfEmail {
  confirmed: Account | null;
  unconfirmed: readonly Account[];
}

export async function accountsOf(db: Queryable, email: string): Promise<AccountsOfEmail> {
  const found = await db
    .select()
    .from(users)
    .where(eq(users.email, email))
    .orderBy(sql`${users.emailConfirmedAt} is null`, sql`${users.createdAt} desc`)
    .limit(MOST_UNCONFIRMED + 1);
  return {
    confirmed: found.find(({ emailConfirmedAt }) => emailConfirmedAt !== null) ?? null,
    unconfirmed: found.filter(({ emailConfirmedAt }) => emailConfirmedAt === null).slice(0, MOST_UNCONFIRMED),
  };
}

/** Whether another account has confirmed this address. */
export async function isConfirmedElsewhere(db: Queryable, email: string, userId: string): Promise<boolean> {
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNotNull(users.emailConfirmedAt)));
  return other !== undefined && other.id !== userId;
}

/**
 * Refuses what needs an address that is known to be the user's own.
 * @throws EMAIL_NOT_CONFIRMED
 */
export async function requireConfirmedEmail(db: Queryable, userId: string): Promise<void> {
  const [user] = await db.select({ at: users.emailConfirmedAt }).from(users).where(eq(users.id, userId));
  if (!user?.at) throw new DomainError(identityErrors.EMAIL_NOT_CONFIRMED);
}
