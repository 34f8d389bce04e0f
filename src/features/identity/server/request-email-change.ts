import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import { requireRecentAuthentication } from '#platform/server/recent-authentication.ts';
import { defineCommand } from '#platform/server/run-command.ts';
import { identityErrors, requestEmailChangeInput } from '../identity.contract.ts';
import { EMAIL_CHANGE_REQUESTED } from '../identity.events.ts';
import { spendMail } from './spend-mail.ts';
import { userActorOf } from './user-actor.ts';

/**
 * Asks for another address for the caller's account. It changes when the link in the mail to the new address is used;
 * whether that address is taken is not told here.
 * @throws CONFIRM_IDENTITY, SAME_EMAIL, RATE_LIMITED
 */
export const requestEmailChange = defineCommand({
  name: 'identity.requestEmailChange',
  input: requestEmailChangeInput,
  access: 'signedIn',
  prepare: ({ platform, caller }, { email }) => spendMail(platform, userActorOf(caller.actor), email),
  async run({ tx, actor, now, emit }, { email }) {
    requireRecentAuthentication(actor, now);
    const { userId } = actor;
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
    if (user?.email === email) throw new DomainError(identityErrors.SAME_EMAIL);
    emit({ type: EMAIL_CHANGE_REQUESTED, userId, payload: { userId, email } });
    return { requested: true as const };
  },
  audit: (_, __, actor) => ({ subject: actor.kind === 'user' ? `user:${actor.userId}` : '' }),
});
