import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import { violates } from '#platform/server/database/db.ts';
import { requireNotFrozen } from '#platform/server/security/frozen-accounts.ts';
import { identityErrors } from '../../identity.contract.ts';
import { EMAIL_CONFIRMED, SECURITY_CHANGED } from '../../identity.events.ts';
import { linkInput } from '../../mail-links.contract.ts';
import { type Account, nameFromEmail } from '../accounts/accounts.ts';
import { clearAccount, currentSessionId, endEarlierAccess } from '../accounts/clear-account.ts';
import { consumeLink, endLinks, insertLink } from './mail-links.ts';

/**
 * Confirms an address by the link that was sent to it: the account's address, or the one it changes to. The first
 * confirmation ends all earlier access. A browser that is signed in to the account stays signed in; any other one
 * starts the account over and gets the token with which its owner chooses a password, because the person who signed up
 * may be a stranger. An account changes to another address only in a browser that is signed in to it.
 * @throws LINK_ENDED, LINK_EXPIRED, NOT_FOUND, EMAIL_IN_USE, SIGN_IN_TO_CHANGE_EMAIL, ACCOUNT_FROZEN
 */
export const confirmEmail = defineCommand({
  name: 'identity.confirmEmail',
  input: linkInput,
  access: 'public',
  prepare: async ({ platform: { invitations } }) => invitations,
  async run(run, { token }, invitations) {
    const { tx, actor, now, config, emit } = run;
    const { link, user } = await consumeLink(tx, token, ['confirm_email', 'change_email'], now);
    const changed = link.email !== user.email;
    if (changed && link.purpose === 'confirm_email') throw new DomainError(identityErrors.LINK_ENDED);
    const sessionId = await currentSessionId(tx, actor, user.id);
    if (link.purpose === 'change_email' && sessionId === null) {
      throw new DomainError(identityErrors.SIGN_IN_TO_CHANGE_EMAIL);
    }
    if (changed) await requireNotFrozen(tx, user.id);
    if (changed) await changeEmail(run, user, link.email);
    const first = user.emailConfirmedAt === null;
    const clears = first && sessionId === null;
    const invitation = clears ? await invitations.of(tx, user.id, config) : null;
    if (clears) {
      await clearAccount(run, user.id, { ...nameFromEmail(link.email), passwordHash: null });
    } else if (first) {
      await endEarlierAccess(run, { userId: user.id, exceptSessionId: sessionId });
      await tx.update(users).set({ emailConfirmedAt: now, updatedAt: now }).where(eq(users.id, user.id));
    }
    emit(EMAIL_CONFIRMED, { userId: user.id, payload: {} });
    const choose = {
      userId: user.id,
      purpose: 'reset_password',
      email: link.email,
      isMailed: false,
    } as const;
    const newPasswordToken = clears ? (await insertLink(run, choose)).token : null;
    return { userId: user.id, email: link.email, changed, newPasswordToken, invitation };
  },
  audit: (_, { userId, changed }) => ({ subject: `user:${userId}`, details: { changed } }),
});

/** Gives an account another address; the previous one is notified, if it was confirmed. */
async function changeEmail({ tx, now, emit }: Run, user: Account, email: string): Promise<void> {
  try {
    await tx.update(users).set({ email, updatedAt: now }).where(eq(users.id, user.id));
  } catch (error) {
    if (violates(error, 'users_email')) throw new DomainError(identityErrors.EMAIL_IN_USE);
    throw error;
  }
  await endLinks(tx, { userId: user.id, now });
  if (user.emailConfirmedAt === null) return;
  emit(SECURITY_CHANGED, { userId: user.id, payload: { userId: user.id, change: 'email', to: user.email } });
}
