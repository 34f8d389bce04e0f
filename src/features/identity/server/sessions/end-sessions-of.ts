import { and, eq } from 'drizzle-orm';
import { sessions, users } from '#db/schema/identity.ts';
import { isVerifiedSamePerson } from '#features/ownership/server/index.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { endSessionsOfInput, identityErrors } from '../../identity.contract.ts';
import { SECURITY_CHANGED, SESSIONS_ENDED } from '../../identity.events.ts';
import { endAccess } from './end-access.ts';

/**
 * Ends a session of another person, or everything that is signed in as them: sessions and access tokens.
 * @throws NOT_FOUND, OWN_ACCESS, SESSION_ENDED
 */
export const endSessionsOf = defineCommand({
  name: 'identity.endSessionsOf',
  input: endSessionsOfInput,
  access: 'admin',
  needsApproval: false,
  async run(run, { userId, sessionId }) {
    const { tx, actor, emit } = run;
    if (await isVerifiedSamePerson(tx, actor.userId, userId))
      throw new DomainError(identityErrors.OWN_ACCESS);
    const [person] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!person) throw new DomainError(commonErrors.NOT_FOUND);
    const notifyPerson = () =>
      emit(SECURITY_CHANGED, { userId, payload: { userId, change: 'signed_out_by_admin' } });
    if (sessionId === undefined) {
      const ended = await endAccess(run, { userId });
      if (ended.endedSessions + ended.revokedTokens > 0) notifyPerson();
      return ended;
    }
    const one = and(eq(sessions.id, sessionId), eq(sessions.userId, userId));
    const ended = await tx.delete(sessions).where(one).returning({ id: sessions.id });
    if (ended.length === 0) throw new DomainError(identityErrors.SESSION_ENDED);
    emit(SESSIONS_ENDED, { userId, payload: {} });
    notifyPerson();
    return { endedSessions: 1, revokedTokens: 0 };
  },
  audit: ({ userId, reason }, ended) => ({
    subject: `user:${userId}`,
    details: { reason: typed(reason), ...ended },
  }),
});
