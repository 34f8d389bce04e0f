import { and, eq, inArray, or, sql } from 'drizzle-orm';
import {
  accessTokens,
  mailLinks,
  passkeys,
  providerAccounts,
  recoveryCodes,
  secondFactors,
  sessions,
  signInFlows,
  users,
} from '#db/schema/identity.ts';
import { jobs, outboxEvents } from '#db/schema/platform.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { textArray } from '#platform/server/database/columns.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import {
  CONFIRMATION_REQUESTED,
  EMAIL_CHANGE_REQUESTED,
  PASSWORD_RESET_REQUESTED,
  SECURITY_CHANGED,
  SESSIONS_ENDED,
  SIGN_UP_REFUSED,
  SIGNED_UP,
} from '../../identity.events.ts';
import type { Account } from './accounts.ts';
import { lockAccount, lockOwnAccount } from './lock-account.ts';

/** The name of a closed account, in place of its owner's. */
export const CLOSED_NAME = { firstName: 'Closed', lastName: 'account' } as const;

/** An address that no mail reaches (RFC 2606), another one for each closed account. */
const closedEmail = (userId: string) => `closed-${userId.toLowerCase()}@account.invalid`;

/** Locks the account that its owner, or the product after a restore, is about to close. */
export async function lockToClose(tx: Transaction, actor: Run['actor'], userId: string): Promise<Account> {
  if (actor.kind === 'visitor') throw new DomainError(commonErrors.UNAUTHORIZED);
  return actor.kind === 'system' ? lockAccount(tx, userId) : lockOwnAccount(tx, actor as UserActor);
}

/**
 * Locks all admins. Of two who give up the role at the same moment, the second one then sees that it is the last admin.
 */
export async function lockAdmins(tx: Transaction): Promise<void> {
  const admins = tx.select({ id: users.id }).from(users).where(eq(users.role, 'admin'));
  await admins.orderBy(users.id).for('no key update');
}

/**
 * Removes all access to an account and everything that says whose it was, and takes an admin's role. Its email is free
 * for another account from then on. The account has to be locked.
 */
export async function endAccount(
  { tx, now, emit }: Pick<Run, 'tx' | 'now' | 'emit'>,
  account: Account,
): Promise<void> {
  const { id: userId } = account;
  await eraseAddresses(tx, account);
  for (const table of [
    sessions,
    signInFlows,
    accessTokens,
    mailLinks,
    passkeys,
    secondFactors,
    recoveryCodes,
    providerAccounts,
  ]) {
    await tx.delete(table).where(eq(table.userId, userId));
  }
  await tx
    .update(users)
    .set({
      ...CLOSED_NAME,
      email: closedEmail(userId),
      profileImageUrl: null,
      role: 'user',
      adminSince: null,
      passwordHash: null,
      emailConfirmedAt: null,
      updatedAt: now,
    })
    .where(eq(users.id, userId));
  emit(SESSIONS_ENDED, { userId, payload: {} });
}

/** Cancels mails to the person that were not sent yet, and erases the addresses of those that were. */
async function eraseAddresses(tx: Transaction, { id: userId, email }: Account): Promise<void> {
  const links = await tx
    .select({ email: mailLinks.email })
    .from(mailLinks)
    .where(eq(mailLinks.userId, userId));
  const addresses = textArray([...new Set([email, ...links.map((link) => link.email)])]);
  const isTheirs = (payload: typeof jobs.payload | typeof outboxEvents.payload) =>
    or(
      sql`${payload} ->> 'userId' = ${userId}`,
      sql`${payload} ->> 'email' = any(${addresses})`,
      sql`${payload} ->> 'to' = any(${addresses})`,
    );
  const types = [
    SIGNED_UP,
    SIGN_UP_REFUSED,
    CONFIRMATION_REQUESTED,
    PASSWORD_RESET_REQUESTED,
    EMAIL_CHANGE_REQUESTED,
    SECURITY_CHANGED,
  ].map(({ type }) => type);
  await tx.delete(outboxEvents).where(and(inArray(outboxEvents.type, types), isTheirs(outboxEvents.payload)));
  // Each job has the whole payload of its event; those of other slices may have an address too.
  const named = or(sql`starts_with(${jobs.kind}, 'identity.')`, sql`${jobs.payload} ->> 'to' is not null`);
  await tx.delete(jobs).where(and(named, isTheirs(jobs.payload)));
}
