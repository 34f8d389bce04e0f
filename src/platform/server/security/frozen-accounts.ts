import { eq, type SQL, sql } from 'drizzle-orm';
import { frozenAccounts } from '#db/schema/platform.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { textArray } from '../database/columns.ts';
import { awaitAll, rows, type StatementRunner, type Transaction } from '../database/db.ts';

/** The first key of the advisory locks that commands share and a freeze takes alone. */
const LOCK = 70_431;

/**
 * Why these people's accounts are frozen, by their ids; who is missing may act until the transaction ends, because a
 * freeze waits for it. It is asked before any row is locked, in the order of the ids, so that nobody waits in a circle.
 */
export async function frozenAmong(
  tx: StatementRunner,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const [, frozen] = await awaitAll([
    delayFreezes(tx, userIds),
    rows<FrozenAccount>(tx, frozenAccountsOf(userIds)),
  ]);
  return reasonsOf(frozen);
}

/**
 * Makes freezes of these people's accounts wait until the transaction ends, and waits for those that have begun. It is
 * sent before any row is locked; only a later statement sees which accounts are frozen.
 */
export function delayFreezes(tx: StatementRunner, userIds: readonly string[]): Promise<unknown> {
  return rows(
    tx,
    sql`select count(pg_advisory_xact_lock_shared(${LOCK}::int, hashtext(id)))::int as locks
        from unnest(${sortedIds(userIds)}) as wanted (id)`,
  );
}

// A type, as only those have an index signature.
export type FrozenAccount = { userId: string; reason: string };

/** The frozen ones of these people's accounts, as a query of FrozenAccount. */
export function frozenAccountsOf(userIds: readonly string[]): SQL {
  return sql`select user_id as "userId", reason from frozen_accounts where user_id = any(${sortedIds(userIds)})`;
}

/** Why accounts are frozen, by their users' ids. */
export function reasonsOf(frozen: readonly FrozenAccount[]): Map<string, string> {
  return new Map(frozen.map(({ userId, reason }) => [userId, reason]));
}

const sortedIds = (userIds: readonly string[]) => textArray([...new Set(userIds)].sort());

/** What a person is answered who may not act. */
export function frozenError(reason: string): DomainError {
  return new DomainError(commonErrors.ACCOUNT_FROZEN, { message: `Your account is frozen: ${reason}` });
}

/**
 * Refuses what somebody does for an account without being signed in to it.
 * @throws ACCOUNT_FROZEN
 */
export async function requireNotFrozen(tx: StatementRunner, userId: string): Promise<void> {
  const reason = (await frozenAmong(tx, [userId])).get(userId);
  if (reason !== undefined) throw frozenError(reason);
}

/**
 * Freezes an account; whatever it was doing has ended before, and nothing begins after. Answers false when it is frozen
 * already.
 */
export async function freeze(
  tx: Transaction,
  { userId, ...rest }: typeof frozenAccounts.$inferInsert,
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}::int, hashtext(${userId}))`);
  const frozen = await tx
    .insert(frozenAccounts)
    .values({ userId, ...rest })
    .onConflictDoNothing()
    .returning({ userId: frozenAccounts.userId });
  return frozen.length > 0;
}

/** Lets an account act again; answers false when it is not frozen. */
export async function unfreeze(tx: Transaction, userId: string): Promise<boolean> {
  const lifted = await tx
    .delete(frozenAccounts)
    .where(eq(frozenAccounts.userId, userId))
    .returning({ userId: frozenAccounts.userId });
  return lifted.length > 0;
}
