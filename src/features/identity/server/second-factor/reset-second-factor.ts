import { eq } from 'drizzle-orm';
import { recoveryCodes, secondFactors, users } from '#db/schema/identity.ts';
import { isSamePerson } from '#features/ownership/server/index.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { fullName } from '#kernel/person.ts';
import type { ApprovalRule } from '#platform/server/commands/approval.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { identityErrors, resetSecondFactorInput } from '../../identity.contract.ts';
import { SECURITY_CHANGED } from '../../identity.events.ts';
import { RESET_WAIT_HOURS } from '../../identity.rules.ts';
import { endAccess } from '../sessions/end-access.ts';

const resetApproval: ApprovalRule<{ userId: string }> = {
  always: true,
  isOneAtATime: true,
  objection: {
    hours: RESET_WAIT_HOURS,
    person: ({ userId }) => userId,
    notice: {
      title: 'An admin wants to remove your authenticator app',
      message: `Someone who says they are you has lost access to it. If that is not you, or you have found it, object in Settings within ${RESET_WAIT_HOURS} hours.`,
    },
  },
  async describe(tx, { userId }) {
    const [person] = await tx.select().from(users).where(eq(users.id, userId));
    if (!person) throw new DomainError(commonErrors.NOT_FOUND);
    const name = fullName(person);
    return {
      subject: `user:${userId}`,
      title: `Remove ${name}’s authenticator app`,
      facts: [
        { label: 'Person', value: name },
        { label: 'Email', value: person.email },
        { label: 'Role', value: person.role === 'admin' ? 'Admin' : 'User' },
      ],
      path: `/admin-users/${userId}`,
    };
  },
};

/**
 * Helps someone who has lost their second factor: removes the authenticator app and its recovery codes, and ends all
 * sessions and access tokens. It always takes two admins, and the person can object for a day. Passkeys and the
 * password stay.
 * @throws NOT_FOUND, OWN_ACCESS, NO_SECOND_FACTOR
 */
export const resetSecondFactor = defineCommand({
  name: 'identity.resetSecondFactor',
  input: resetSecondFactorInput,
  access: 'admin',
  needsApproval: resetApproval,
  async run(run, { userId }) {
    const { tx, actor } = run;
    if (await isSamePerson(tx, actor.userId, userId)) throw new DomainError(identityErrors.OWN_ACCESS);
    const [person] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (!person) throw new DomainError(commonErrors.NOT_FOUND);
    const [removed] = await tx.delete(secondFactors).where(eq(secondFactors.userId, userId)).returning();
    if (!removed?.enabledAt) {
      const message = 'This account has no authenticator app.';
      throw new DomainError(identityErrors.NO_SECOND_FACTOR, { message });
    }
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    const ended = await endAccess(run, { userId });
    run.emit(SECURITY_CHANGED, { userId, payload: { userId, change: 'second_factor_reset' } });
    return { userId, ...ended };
  },
  audit: ({ userId }, { endedSessions, revokedTokens }) => ({
    subject: `user:${userId}`,
    details: { endedSessions, revokedTokens },
  }),
});
