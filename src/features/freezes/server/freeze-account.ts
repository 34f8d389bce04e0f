import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { frozenAccounts } from '#db/schema/platform.ts';
import { notify } from '#features/notifications/server/index.ts';
import { isVerifiedSamePerson } from '#features/ownership/server/index.ts';
import { closeOrdersOf } from '#features/resale/server/index.ts';
import { holdWithdrawalsOf } from '#features/wallet/server/index.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { SESSIONS_ENDED } from '#kernel/events.ts';
import { fullName } from '#kernel/person.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { freeze } from '#platform/server/security/frozen-accounts.ts';
import { freezeAccountInput, freezeErrors } from '../freezes.contract.ts';
import { ACCOUNT_FROZEN } from '../freezes.events.ts';

/** Names the admin who was faster. */
async function alreadyFrozen(tx: Transaction, adminId: string, userId: string): Promise<DomainError> {
  const [frozen] = await tx
    .select({ by: frozenAccounts.frozenBy, firstName: users.firstName, lastName: users.lastName })
    .from(frozenAccounts)
    .innerJoin(users, eq(users.id, frozenAccounts.frozenBy))
    .where(eq(frozenAccounts.userId, userId));
  if (!frozen) return new DomainError(freezeErrors.ALREADY_FROZEN);
  const who = frozen.by === adminId ? 'You have' : `${fullName(frozen)} has`;
  return new DomainError(freezeErrors.ALREADY_FROZEN, { message: `${who} already frozen this account.` });
}

/**
 * Freezes a person's account: it sees everything of its own and receives payments, but cannot move money, shares or
 * rights, and an admin reads nothing of others. Their open orders are closed and their unsent withdrawals held in the same transaction.
 * @throws NOT_FOUND, OWN_ACCOUNT, ALREADY_FROZEN
 */
export const freezeAccount = defineCommand({
  name: 'freezes.freezeAccount',
  input: freezeAccountInput,
  access: 'admin',
  needsApproval: false,
  async run(run, { userId, reason }) {
    const { tx, actor, now, emit } = run;
    if (await isVerifiedSamePerson(tx, actor.userId, userId)) throw new DomainError(freezeErrors.OWN_ACCOUNT);
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!user) throw new DomainError(commonErrors.NOT_FOUND);
    const isNew = await freeze(tx, { userId, reason, frozenBy: actor.userId, frozenAt: now });
    if (!isNew) throw await alreadyFrozen(tx, actor.userId, userId);
    await holdWithdrawalsOf(run, { userId, reason });
    await closeOrdersOf(run, userId);
    await notify(run, {
      userId,
      type: 'system',
      priority: 'high',
      title: 'Your account is frozen',
      message: `${reason} You can still see everything you own, and you receive distributions, sale proceeds and refunds. Until your account is unfrozen, you cannot deposit, invest, trade, withdraw, vote, submit a property or change how you sign in, apart from your password. Your open orders are closed, and withdrawals that were not sent yet are on hold.`,
      actionUrl: '/wallet',
      always: true,
    });
    emit(ACCOUNT_FROZEN, { userId, broadcast: { audience: 'admins' }, payload: { userId } });
    emit(SESSIONS_ENDED, { userId, payload: {} });
    return { frozen: true as const };
  },
  audit: ({ userId, reason }) => ({ subject: `user:${userId}`, details: { reason: typed(reason) } }),
});
