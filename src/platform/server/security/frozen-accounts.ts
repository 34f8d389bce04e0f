import { and, eq, type SQL, sql } from 'drizzle-orm';
import { frozenAccounts, unfrozenAccounts } from '#db/schema/platform.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { lock, lockEach } from '../database/advisory-locks.ts';
import { textArray } from '../database/columns.ts';
import { awaitAll, rows, type StatementRunner, type Transaction } from '../database/db.ts';

/** Why an account is frozen, and whether that is forever because its owner has closed it. */
export interface Freeze {
  reason: string;
  isClosed: boolean;
}

/**
 * Locks these accounts against being frozen until the transaction ends, and returns their freezes, by user id. Call it
 * before any row is locked; it locks in the order of the ids, so there are no deadlocks.
 */
export async function lockAndReadFreezes(
  tx: StatementRunner,
  userIds: readonly string[],
): Promise<Map<string, Freeze>> {
  const [, frozen] = await awaitAll([
    delayFreezes(tx, userIds),
    rows<FrozenAccount>(tx, frozenAccountsOf(userIds)),
  ]);
  return freezesOf(frozen);
}

/**
 * Delays freezes of these accounts until the transaction ends, and waits for freezes that are in progress. Send it before
 * any row is locked; only a later statement sees which accounts are frozen.
 */
export function delayFreezes(tx: StatementRunner, userIds: readonly string[]): Promise<void> {
  return lockEach(tx, 'freezes', sql`unnest(${sortedIds(userIds)})`, { shared: true });
}

// A type alias, because `rows` needs an index signature, which an interface does not have.
export type FrozenAccount = { userId: string; reason: string; isClosed: boolean };

/** A query of FrozenAccount: those of these accounts that are frozen. */
export function frozenAccountsOf(userIds: readonly string[]): SQL {
  return sql`select user_id as "userId", reason, is_closed as "isClosed"
             from frozen_accounts where user_id = any(${sortedIds(userIds)})`;
}

/** Freezes by user id. */
export function freezesOf(frozen: readonly FrozenAccount[]): Map<string, Freeze> {
  return new Map(frozen.map(({ userId, ...freeze }) => [userId, freeze]));
}

const sortedIds = (userIds: readonly string[]) => textArray([...new Set(userIds)].sort());

/** The refusal for the owner of a frozen account. The owner of an account that was just closed counts as signed out. */
export function frozenError({ reason, isClosed }: Freeze): DomainError {
  if (isClosed) return new DomainError(commonErrors.UNAUTHORIZED);
  return new DomainError(commonErrors.ACCOUNT_FROZEN, { message: `Your account is frozen: ${reason}` });
}

/**
 * Refuses an action for a frozen account by a caller who is not signed in to it. An account that is not frozen stays so
 * until the transaction ends: the same lock as of `lockAndReadFreezes`, so call it before any row is locked.
 * @throws ACCOUNT_FROZEN
 */
export async function requireNotFrozen(tx: StatementRunner, userId: string): Promise<void> {
  const found = (await lockAndReadFreezes(tx, [userId])).get(userId);
  if (found) throw frozenError(found);
}

/**
 * Freezes an account after its running commands have ended; later ones are refused.
 * @returns false when it is frozen already
 */
export async function freeze(
  tx: Transaction,
  { userId, ...rest }: typeof frozenAccounts.$inferInsert,
): Promise<boolean> {
  await lock(tx, 'freezes', userId);
  const frozen = await tx
    .insert(frozenAccounts)
    .values({ userId, ...rest })
    .onConflictDoNothing()
    .returning({ userId: frozenAccounts.userId });
  return frozen.length > 0;
}

/** Freezes an account whose owner closes it, forever, after its running commands have ended. */
export async function freezeForEver(tx: Transaction, userId: string, now: Date): Promise<void> {
  const closing = { reason: 'The account is closed.', isClosed: true };
  await freeze(tx, { userId, ...closing, frozenBy: userId, frozenAt: now });
  await tx.update(frozenAccounts).set(closing).where(eq(frozenAccounts.userId, userId));
}

/** Ends the freeze of an account. Returns false when it is not frozen, or closed. */
export async function unfreeze(
  tx: Transaction,
  { userId, ...rest }: typeof unfrozenAccounts.$inferInsert,
): Promise<boolean> {
  const lifted = await tx
    .delete(frozenAccounts)
    .where(and(eq(frozenAccounts.userId, userId), eq(frozenAccounts.isClosed, false)))
    .returning({ userId: frozenAccounts.userId });
  if (lifted.length === 0) return false;
  await tx
    .insert(unfrozenAccounts)
    .values({ userId, ...rest })
    .onConflictDoUpdate({ target: unfrozenAccounts.userId, set: rest });
  return true;
}
