import { notify } from '#features/notifications/server/index.ts';
import { isSamePerson } from '#features/ownership/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { unfreeze } from '#platform/server/security/frozen-accounts.ts';
import { freezeErrors, unfreezeAccountInput } from '../freezes.contract.ts';
import { ACCOUNT_UNFROZEN } from '../freezes.events.ts';

/**
 * Lets a frozen account act again.
 * @throws OWN_ACCOUNT, NOT_FROZEN
 */
export const unfreezeAccount = defineCommand({
  name: 'freezes.unfreezeAccount',
  input: unfreezeAccountInput,
  access: 'admin',
  async run(run, { userId }) {
    if (await isSamePerson(run.tx, run.actor.userId, userId)) throw new DomainError(freezeErrors.OWN_ACCOUNT);
    if (!(await unfreeze(run.tx, userId))) throw new DomainError(freezeErrors.NOT_FROZEN);
    await notify(run, {
      userId,
      type: 'system',
      priority: 'high',
      title: 'Your account is no longer frozen',
      message:
        'You can invest, trade and withdraw again. Orders that were closed stay closed, and withdrawals on hold wait for our decision.',
      actionUrl: '/wallet',
      always: true,
    });
    run.emit({ type: ACCOUNT_UNFROZEN, userId, payload: { userId } });
    return { frozen: false as const };
  },
  audit: ({ userId }) => ({ subject: `user:${userId}` }),
});
