import { and, eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { changePasswordInput, identityErrors } from '../../identity.contract.ts';
import { SECURITY_CHANGED } from '../../identity.events.ts';
import { isWeakPassword } from '../../password.rules.ts';
import { requireSession } from '../accounts/lock-account.ts';
import { userActorOf } from '../accounts/user-actor.ts';
import { endLinks } from '../email/mail-links.ts';
import { endAccess } from '../sessions/end-access.ts';

/**
 * Changes the caller's password, and ends all their other sessions, their access tokens and their open links. The
 * current password is the proof, and only in a session.
 */
export const changePassword = defineCommand({
  name: 'identity.changePassword',
  input: changePasswordInput,
  access: 'signedIn',
  whileFrozen: true,
  async prepare({ platform, caller }, { currentPassword, newPassword }) {
    const actor = userActorOf(caller.actor);
    requireSession(actor);
    const key = `password ${actor.userId}`;
    await platform.limits.consumeByKey('failedSignIn', key, identityErrors.TOO_MANY_ATTEMPTS);
    const [user] = await platform.db.select().from(users).where(eq(users.id, actor.userId));
    const before = user?.passwordHash ?? null;
    if (!(await platform.passwords.verify(before, currentPassword)) || !user || before === null) {
      throw new DomainError(identityErrors.WRONG_PASSWORD);
    }
    await platform.limits.reset('failedSignIn', key);
    if (isWeakPassword(newPassword, user)) throw new DomainError(identityErrors.WEAK_PASSWORD);
    return { before, after: await platform.passwords.hash(newPassword) };
  },
  async run(run, _, { before, after }) {
    const { tx, actor, now, emit } = run;
    const { userId } = actor;
    const changed = await tx
      .update(users)
      .set({ passwordHash: after, updatedAt: now })
      .where(and(eq(users.id, userId), eq(users.passwordHash, before)))
      .returning({ id: users.id });
    if (changed.length === 0) throw new DomainError(identityErrors.WRONG_PASSWORD);
    const ended = await endAccess(run, { userId, exceptSessionId: actor.sessionId });
    await endLinks(tx, { userId, now });
    emit(SECURITY_CHANGED, { userId, payload: { userId, change: 'password' } });
    return ended;
  },
  audit: (_, ended, actor) => ({
    subject: `user:${actor.userId}`,
    details: ended,
  }),
});
