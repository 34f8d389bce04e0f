import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/run-command.ts';
import { identityErrors, resetPasswordInput } from '../identity.contract.ts';
import { SECURITY_CHANGED } from '../identity.events.ts';
import { isWeakPassword } from '../password.rules.ts';
import { isConfirmedElsewhere } from './accounts.ts';
import { endAccess } from './end-access.ts';
import { endLinks, spendLink, usableLink } from './mail-links.ts';
import { removeOtherWaysIn, removePasskeys } from './ways-in.ts';

/**
 * Chooses a new password by the link of a mail, and ends every session, access token and open link of the account.
 * Whoever has the link reads that address's mail, so the address counts as confirmed. An account that nobody has
 * confirmed before may be a stranger's work: it keeps no other way in. One that was confirmed keeps what its owner was
 * told of, which the passkeys from before were not; its second factor lets nobody in, and stays.
 * @throws LINK_ENDED, LINK_EXPIRED, NOT_FOUND, WEAK_PASSWORD
 */
export const resetPassword = defineCommand({
  name: 'identity.resetPassword',
  input: resetPasswordInput,
  access: 'public',
  async prepare({ platform }, { token, newPassword }) {
    const { user } = await usableLink(platform.db, token, ['reset_password'], platform.clock.now());
    if (isWeakPassword(newPassword, user)) throw new DomainError(identityErrors.WEAK_PASSWORD);
    return { passwordHash: await platform.passwords.hash(newPassword) };
  },
  async run(run, { token }, { passwordHash }) {
    const { tx, now, emit } = run;
    const { user, link } = await spendLink(tx, token, ['reset_password'], now);
    const confirms =
      user.emailConfirmedAt === null &&
      user.email === link.email &&
      !(await isConfirmedElsewhere(tx, user.email, user.id));
    await tx
      .update(users)
      .set({ passwordHash, updatedAt: now, ...(confirms ? { emailConfirmedAt: now } : {}) })
      .where(eq(users.id, user.id));
    await endAccess(run, { userId: user.id });
    await endLinks(tx, { userId: user.id, now });
    if (user.emailConfirmedAt === null) await removeOtherWaysIn(run, user.id);
    else await removePasskeys(run, user.id, user.emailConfirmedAt);
    emit({ type: SECURITY_CHANGED, userId: user.id, payload: { userId: user.id, change: 'password' } });
    return { userId: user.id, email: user.email };
  },
  audit: (_, { userId }) => ({ subject: `user:${userId}` }),
});
