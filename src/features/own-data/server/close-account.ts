import { lockAdmins, lockToClose } from '#features/identity/server/index.ts';
import { accounts, lockBalances } from '#features/ledger/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { freezeForEver } from '#platform/server/security/frozen-accounts.ts';
import { requireRecentAuthentication } from '#platform/server/security/recent-authentication.ts';
import { closeAccountInput, ownDataErrors } from '../own-data.contract.ts';
import { closingObstacles } from './closing-obstacles.ts';
import { erasePerson } from './erase-person.ts';

/**
 * Closes the caller's account forever, unless there is an obstacle: signs them out everywhere, removes all access, and
 * erases their identity, except retained records. The freeze of the account waits for its running commands and refuses
 * later ones, and its cash is locked, so that no money and no share arrives in the meantime.
 * @throws CONFIRM_IDENTITY, UNAUTHORIZED, CLOSING_REFUSED with every obstacle
 */
export const closeAccount = defineCommand({
  name: 'ownData.closeAccount',
  input: closeAccountInput,
  access: 'signedIn',
  async run(run) {
    const { tx, actor, now, config } = run;
    const { userId } = actor;
    requireRecentAuthentication(actor, now);
    await freezeForEver(tx, userId, now);
    const account = await lockToClose(tx, actor, userId);
    if (account.role === 'admin') await lockAdmins(tx);
    await lockBalances(tx, [accounts.userCash(userId)]);
    const obstacles = await closingObstacles(tx, userId, { now, approvals: config.approvals });
    if (obstacles.length > 0) {
      const message = `This account cannot be closed yet. ${obstacles.map(({ text }) => text).join(' ')}`;
      throw new DomainError(ownDataErrors.CLOSING_REFUSED, { message });
    }
    const farewellEmail = account.emailConfirmedAt === null ? null : account.email;
    const erased = await erasePerson(run, account, { closedAt: now, farewellEmail, closedAgain: false });
    return { closedAt: now.toISOString(), ...erased };
  },
  audit: (_, { retained, redactions }, actor) => ({
    subject: `user:${actor.userId}`,
    details: { retained: retained.map(({ kind }) => kind), redactions },
  }),
});
