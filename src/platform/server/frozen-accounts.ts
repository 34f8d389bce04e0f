import { eq, sql } from 'drizzle-orm';
import { frozenAccounts } from '#db/schema/platform.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { textArray } from './columns.ts';
import { type Reader, rows, type Transaction, together } from './db.ts';

/** The first key of the advisory locks that commands share and a freeze takes alone. */
const LOCK = 70_431;

/**
 * Why these people's accounts are frozen, by their ids; who is missing may act until the transaction ends, because a
 * freeze waits for it. It is asked before any row is locked, in the order of the ids, so that nobody waits in a circle.
 */
export async function frozenAmong(tx: Reader, userIds: readonly string[]): Promise<Map<string, string>> {
  const ids = textArray([...new Set(userIds)].sort());
  const [, frozen] = await together([
    rows(
      tx,
      sql`select pg_advisory_xact_lock_shared(${LOCK}::int, hashtext(wanted.id))::text from unnest(${ids}) as wanted (id)`,
    ),
    rows<{ userId: string; reason: string }>(
      tx,
      sql`select user_id as "userId", reason from frozen_accounts where user_id = any(${ids})`,
    ),
  ]);
  return new Map(frozen.map(({ userId, reason }) => [userId, reason]));
}

/** What a person is answered who may not act. */
export function frozenError(reason: string): DomainError {
  return new DomainError(commonErrors.ACCOUNT_FROZEN, { message: `Your account is frozen: ${reason}` });
}

/**
 * Refuses what somebody does for an account without being signed in to it.
 * @throws ACCOUNT_FROZEN
 */
export async function requireNotFrozen(tx: Reader, userId: string): Promise<void> {
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
