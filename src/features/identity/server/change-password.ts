import { and, eq, ne } from 'drizzle-orm';
import { sessions, users } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import { SESSIONS_ENDED } from '#platform/server/live.ts';
import { defineCommand } from '#platform/server/run-command.ts';
import { changePasswordInput, identityErrors } from '../identity.contract.ts';
import { SECURITY_CHANGED } from '../identity.events.ts';
import { isWeakPassword } from '../password.rules.ts';
import { userActorOf } from './user-actor.ts';

/** Changes the caller's password and ends all their other sessions. */
export const changePassword = defineCommand({
  name: 'identity.changePassword',
  input: changePasswordInput,
  access: 'signedIn',
  async prepare({ platform, caller }, { currentPassword, newPassword }) {
    const actor = userActorOf(caller.actor);
    const key = `password ${actor.userId}`;
    await platform.limits.spend('failedSignIn', key, identityErrors.TOO_MANY_ATTEMPTS);
    const [user] = await platform.db.select().from(users).where(eq(users.id, actor.userId));
    const before = user?.passwordHash ?? null;
    if (!(await platform.passwords.verify(before, currentPassword)) || !user || before === null) {
      throw new DomainError(identityErrors.WRONG_PASSWORD);
    }
    await platform.limits.reset('failedSignIn', key);
    if (isWeakPassword(newPassword, user)) throw new DomainError(identityErrors.WEAK_PASSWORD);
    return { before, after: await platform.passwords.hash(newPassword) };
  },
  async run({ tx, actor, now, emit }, _, { before, after }) {
    const changed = await tx
      .update(users)
      .set({ passwordHash: after, updatedAt: now })
      .where(and(eq(users.id, actor.userId), eq(users.passwordHash, before)))
      .returning({ id: users.id });
    if (changed.length === 0) throw new DomainError(identityErrors.WRONG_PASSWORD);
    const others = and(eq(sessions.userId, actor.userId), ne(sessions.id, actor.sessionId ?? ''));
    const ended = await tx.delete(sessions).where(others).returning({ id: sessions.id });
    const { userId } = actor;
    emit({ type: SESSIONS_ENDED, userId, payload: {} });
    emit({ type: SECURITY_CHANGED, userId, payload: { userId, change: 'password' } });
    return { endedSessions: ended.length };
  },
  audit: (_, { endedSessions }, actor) => ({
    subject: actor.kind === 'user' ? `user:${actor.userId}` : '',
    details: { endedSessions },
  }),
});
