import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import { violates } from '#platform/server/db.ts';
import { defineCommand } from '#platform/server/run-command.ts';
import { identityErrors, linkInput } from '../identity.contract.ts';
import { SECURITY_CHANGED } from '../identity.events.ts';
import { isConfirmedElsewhere } from './accounts.ts';
import { endLinks, spendLink } from './mail-links.ts';

/**
 * Confirms an address by the link that was sent to it: the one of the account, or the one it changes to. From then on
 * the address belongs to this account alone.
 * @throws LINK_ENDED, LINK_EXPIRED, NOT_FOUND, EMAIL_IN_USE
 */
export const confirmEmail = defineCommand({
  name: 'identity.confirmEmail',
  input: linkInput,
  access: 'public',
  async run({ tx, now, emit }, { token }) {
    const { link, user } = await spendLink(tx, token, ['confirm_email', 'change_email'], now);
    const changed = link.email !== user.email;
    if (changed && link.purpose === 'confirm_email') throw new DomainError(identityErrors.LINK_ENDED);
    if (await isConfirmedElsewhere(tx, link.email, user.id))
      throw new DomainError(identityErrors.EMAIL_IN_USE);
    try {
      await tx
        .update(users)
        .set({ email: link.email, emailConfirmedAt: user.emailConfirmedAt ?? now, updatedAt: now })
        .where(eq(users.id, user.id));
    } catch (error) {
      if (violates(error, 'users_confirmed_email')) throw new DomainError(identityErrors.EMAIL_IN_USE);
      throw error;
    }
    if (changed) await endLinks(tx, { userId: user.id, now });
    emit({ type: 'identity.emailConfirmed', userId: user.id, payload: {} });
    if (changed && user.emailConfirmedAt !== null) {
      const payload = { userId: user.id, change: 'email', to: user.email };
      emit({ type: SECURITY_CHANGED, userId: user.id, payload });
    }
    return { userId: user.id, email: link.email, changed };
  },
  audit: (_, { userId, changed }) => ({ subject: `user:${userId}`, details: { changed } }),
});
