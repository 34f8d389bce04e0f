import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { notify } from '#features/notifications/server/index.ts';
import { isSamePerson } from '#features/ownership/server/index.ts';
import { closeOrdersOf } from '#features/resale/server/index.ts';
import { holdWithdrawalsOf } from '#features/wallet/server/index.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { freeze } from '#platform/server/security/frozen-accounts.ts';
import { freezeAccountInput, freezeErrors } from '../freezes.contract.ts';
import { ACCOUNT_FROZEN } from '../freezes.events.ts';

/**
 * Freezes a person's account: it can see everything and receives what it is owed, but cannot move money, shares or
 * rights. Their open orders are closed and their unsent withdrawals held in the same transaction.
 * @throws NOT_FOUND, OWN_ACCOUNT, ALREADY_FROZEN
 */
export const freezeAccount = defineCommand({
  name: 'freezes.freezeAccount',
  input: freezeAccountInput,
  access: 'admin',
  async run(run, { userId, reason }) {
    const { tx, actor, now, emit } = run;
    if (await isSamePerson(tx, actor.userId, userId)) throw new DomainError(freezeErrors.OWN_ACCOUNT);
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!user) throw new DomainError(commonErrors.NOT_FOUND);
    const isNew = await freeze(tx, { userId, reason, frozenBy: actor.userId, frozenAt: now });
    if (!isNew) throw new DomainError(freezeErrors.ALREADY_FROZEN);
    await holdWithdrawalsOf(run, { userId, reason });
    await closeOrdersOf(run, userId);
    await notify(run, {
      userId,
      type: 'system',
      priority: 'high',
      title: 'Your account is frozen',
      message: `${reason} You still see everything and receive distributions, sale proceeds and refunds. Until the account is released you cannot invest, trade, withdraw or vote. Your open orders are closed, and withdrawals that were not sent yet are on hold.`,
      actionUrl: '/wallet',
      always: true,
    });
    emit({ type: ACCOUNT_FROZEN, userId, payload: { userId } });
    return { frozen: true as const };
  },
  audit: ({ userId, reason }) => ({ subject: `user:${userId}`, details: { reason } }),
});
