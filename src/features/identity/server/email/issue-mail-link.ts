import { z } from 'zod';
import { email } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { MAIL_LINK_ISSUED } from '../../identity.events.ts';
import { lockAccount } from '../accounts/lock-account.ts';
import { insertLink, isResetMailDue, pendingEmail } from './mail-links.ts';

/**
 * Makes a link for a mail that is about to be sent. Null when the address is no longer that of the account, nor the one
 * that it is to change to, and when enough links for a new password were mailed. Earlier links are valid until one of
 * them is used, because mails can arrive out of order.
 */
export const issueMailLink = defineCommand({
  name: 'identity.issueMailLink',
  input: z.strictObject({
    userId: z.string(),
    purpose: z.enum(['confirm_email', 'change_email', 'reset_password']),
    email,
    /** For a new password: whether it may be mailed although an earlier link still works. */
    mayRepeat: z.boolean().default(true),
  }),
  access: 'system',
  async run(run, { userId, purpose, email: to, mayRepeat }) {
    const { tx, now, emit } = run;
    const account = await lockAccount(tx, userId);
    const expectedEmail = purpose === 'change_email' ? await pendingEmail(tx, userId, now) : account.email;
    if (expectedEmail !== to) return null;
    if (purpose === 'reset_password' && !(await isResetMailDue(tx, { userId, mayRepeat, now }))) return null;
    const link = await insertLink(run, { userId, purpose, email: to });
    emit(MAIL_LINK_ISSUED, { userId, payload: {} });
    return link;
  },
  audit: ({ userId, purpose }, link) => ({
    subject: `user:${userId}`,
    details: { purpose, link: link?.id ?? null },
  }),
});
