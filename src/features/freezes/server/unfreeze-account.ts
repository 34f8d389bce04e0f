import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { unfrozenAccounts } from '#db/schema/platform.ts';
import { notify } from '#features/notifications/server/index.ts';
import { isSamePerson } from '#features/ownership/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { SESSIONS_ENDED } from '#kernel/events.ts';
import { fullName } from '#kernel/person.ts';
import type { ApprovalRule } from '#platform/server/commands/approval.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { lockAndReadFreezes, unfreeze } from '#platform/server/security/frozen-accounts.ts';
import { freezeErrors, unfreezeAccountInput } from '../freezes.contract.ts';
import { ACCOUNT_UNFROZEN } from '../freezes.events.ts';

const unfreezeApproval: ApprovalRule<{ userId: string; reason: string }> = {
  isOneAtATime: true,
  async describe(tx, { userId }) {
    const [person] = await tx.select().from(users).where(eq(users.id, userId));
    if (!person) throw new DomainError(freezeErrors.NOT_FROZEN);
    const name = fullName(person);
    const freeze = (await lockAndReadFreezes(tx, [userId])).get(userId);
    return {
      subject: `user:${userId}`,
      title: `Unfreeze ${name}’s account`,
      facts: [
        { label: 'Person', value: `${name}, ${person.email}` },
        { label: 'Frozen because', value: freeze?.reason ?? 'Not frozen' },
      ],
      path: `/admin-users/${userId}`,
    };
  },
};

/** Names the admin who was faster, if one was. */
async function notFrozen(tx: Transaction, adminId: string, userId: string): Promise<DomainError> {
  const [last] = await tx
    .select({ by: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(unfrozenAccounts)
    .innerJoin(users, eq(users.id, unfrozenAccounts.unfrozenBy))
    .where(eq(unfrozenAccounts.userId, userId));
  if (!last) return new DomainError(freezeErrors.NOT_FROZEN);
  const who = last.by === adminId ? 'You have' : `${fullName(last)} has`;
  return new DomainError(freezeErrors.NOT_FROZEN, { message: `${who} already unfrozen this account.` });
}

/**
 * Lets a frozen account act again.
 * @throws OWN_ACCOUNT, NOT_FROZEN
 */
export const unfreezeAccount = defineCommand({
  name: 'freezes.unfreezeAccount',
  input: unfreezeAccountInput,
  access: 'admin',
  needsApproval: unfreezeApproval,
  async run(run, { userId }) {
    const { tx, actor, now } = run;
    if (await isSamePerson(tx, actor.userId, userId)) throw new DomainError(freezeErrors.OWN_ACCOUNT);
    const isFrozen = await unfreeze(tx, { userId, unfrozenBy: actor.userId, unfrozenAt: now });
    if (!isFrozen) throw await notFrozen(tx, actor.userId, userId);
    await notify(run, {
      userId,
      type: 'system',
      priority: 'high',
      title: 'Your account is no longer frozen',
      message:
        'You can invest, trade and withdraw again. Orders that were closed stay closed, and withdrawals on hold are still under review.',
      actionUrl: '/wallet',
      always: true,
    });
    run.emit(ACCOUNT_UNFROZEN, { userId, broadcast: { audience: 'admins' }, payload: { userId } });
    run.emit(SESSIONS_ENDED, { userId, payload: {} });
    return { frozen: false as const };
  },
  audit: ({ userId, reason }) => ({ subject: `user:${userId}`, details: { reason: typed(reason) } }),
});
