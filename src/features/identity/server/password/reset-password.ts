import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { identityErrors, resetPasswordInput } from '../../identity.contract.ts';
import { SECURITY_CHANGED } from '../../identity.events.ts';
import { isWeakPassword } from '../../password.rules.ts';
import { type Account, nameFromEmail } from '../accounts/accounts.ts';
import { clearAccount } from '../accounts/clear-account.ts';
import { consumeLink, endLinks, usableLink } from '../email/mail-links.ts';
import { endAccess } from '../sessions/end-access.ts';

/**
 * Chooses a new password by the link of a mail, and ends every session, access token and open link of the account.
 * The person with the link reads that address's mail: an account that nobody had confirmed is theirs from then on and starts
 * again. One that was confirmed keeps its passkeys, its second factor and its connection with a provider.
 * @throws LINK_ENDED, LINK_EXPIRED, NOT_FOUND, WEAK_PASSWORD
 */
export const resetPassword = defineCommand({
  name: 'identity.resetPassword',
  input: resetPasswordInput,
  access: 'public',
  async prepare({ platform }, { token, newPassword, ...typed }) {
    const { user } = await usableLink(platform.db, token, ['reset_password'], platform.clock.now());
    const { email } = user;
    if (isWeakPassword(newPassword, { email, ...namesOf(user, typed) })) {
      throw new DomainError(identityErrors.WEAK_PASSWORD);
    }
    return { passwordHash: await platform.passwords.hash(newPassword) };
  },
  async run(run, { token, newPassword: _, ...typed }, { passwordHash }) {
    const { tx, now, emit } = run;
    const { user } = await consumeLink(tx, token, ['reset_password'], now);
    const { id: userId, email } = user;
    const owner = { ...namesOf(user, typed), passwordHash };
    if (user.emailConfirmedAt === null) await clearAccount(run, userId, owner);
    else {
      await tx
        .update(users)
        .set({ ...owner, updatedAt: now })
        .where(eq(users.id, userId));
      await endAccess(run, { userId });
      await endLinks(tx, { userId, now });
    }
    emit({ type: SECURITY_CHANGED, userId, payload: { userId, change: 'password' } });
    return { userId, email };
  },
  audit: (_, { userId }) => ({ subject: `user:${userId}` }),
});

interface TypedNames {
  firstName?: string | undefined;
  lastName?: string | undefined;
}

/** The names of the account from now on: those typed with the password, and never those of an unconfirmed one. */
function namesOf(user: Account, { firstName, lastName }: TypedNames) {
  const before = user.emailConfirmedAt === null ? nameFromEmail(user.email) : user;
  return { firstName: firstName ?? before.firstName, lastName: lastName ?? before.lastName };
}
