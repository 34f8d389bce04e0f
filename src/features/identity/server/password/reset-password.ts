import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { identityErrors } from '../../identity.contract.ts';
import { SECURITY_CHANGED } from '../../identity.events.ts';
import { resetPasswordInput } from '../../mail-links.contract.ts';
import { isWeakPassword } from '../../password.rules.ts';
import { type Account, nameFromEmail } from '../accounts/accounts.ts';
import { clearAccount } from '../accounts/clear-account.ts';
import { openAccount } from '../accounts/open-account.ts';
import { isWithoutOwner } from '../accounts/require-sign-in-method.ts';
import { consumeLink, endLinks, usableLink } from '../email/mail-links.ts';
import { clearReferralCookie, referralCodeIn } from '../sessions/cookies.ts';
import { endAccess } from '../sessions/end-access.ts';

/**
 * Chooses a new password by the link of a mail, and ends every session, access token and open link of the account.
 * The person with the link reads that address's mail: an account that nobody had confirmed is theirs from then on and starts
 * again, as if they signed up. One that was confirmed keeps its passkeys, its second factor and its connection with a
 * provider.
 * @throws LINK_ENDED, LINK_EXPIRED, NOT_FOUND, WEAK_PASSWORD
 */
const resetPasswordCommand = defineCommand({
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
  async run(run, { token, newPassword: _, invitationCode, ...typed }, { passwordHash }) {
    const { tx, now, emit } = run;
    const { user } = await consumeLink(tx, token, ['reset_password'], now);
    const { id: userId, email } = user;
    const owner = { ...namesOf(user, typed), passwordHash };
    const opened = await isWithoutOwner(tx, user);
    if (user.emailConfirmedAt === null) await clearAccount(run, userId, owner);
    else {
      await tx
        .update(users)
        .set({ ...owner, updatedAt: now })
        .where(eq(users.id, userId));
      await endAccess(run, { userId });
      await endLinks(tx, { userId, now });
    }
    emit(SECURITY_CHANGED, { userId, payload: { userId, change: 'password' } });
    if (opened) openAccount(run, { userId, referralCode: invitationCode });
    return { userId, email, opened };
  },
  audit: (_, { userId }) => ({ subject: `user:${userId}` }),
});

/**
 * Chooses a new password by the link of a mail. Where the account starts over, the invitation of this browser counts as
 * it does at sign-up, unless its owner named another one.
 * @throws LINK_ENDED, LINK_EXPIRED, NOT_FOUND, WEAK_PASSWORD
 */
export async function resetPassword(
  ctx: TrpcContext,
  input: z.output<typeof resetPasswordInput>,
): Promise<{ email: string }> {
  const invitationCode = input.invitationCode ?? referralCodeIn(ctx);
  const { email, opened } = await resetPasswordCommand(ctx, { ...input, invitationCode });
  if (opened) clearReferralCookie(ctx);
  return { email };
}

interface TypedNames {
  firstName?: string | undefined;
  lastName?: string | undefined;
}

/** The names of the account from now on: those typed with the password, and never those of an unconfirmed one. */
function namesOf(user: Account, { firstName, lastName }: TypedNames) {
  const before = user.emailConfirmedAt === null ? nameFromEmail(user.email) : user;
  return { firstName: firstName ?? before.firstName, lastName: lastName ?? before.lastName };
}
