import { DomainError } from '#kernel/errors.ts';
import { auditOfCaller, defineCommand } from '#platform/server/commands/run-command.ts';
import { requireRecentAuthentication } from '#platform/server/security/recent-authentication.ts';
import { identityErrors, requestEmailChangeInput } from '../../identity.contract.ts';
import { EMAIL_CHANGE_REQUESTED } from '../../identity.events.ts';
import { lockOwnAccount } from '../accounts/lock-account.ts';
import { userActorOf } from '../accounts/user-actor.ts';
import { consumeMailQuota } from './consume-mail-quota.ts';
import { recordPendingEmail } from './mail-links.ts';

/**
 * Asks for another address for the caller's account. It changes when the link in the mail to the new address is used;
 * the answer does not reveal whether that address is taken.
 * @throws CONFIRM_IDENTITY, UNAUTHORIZED, SAME_EMAIL, RATE_LIMITED
 */
export const requestEmailChange = defineCommand({
  name: 'identity.requestEmailChange',
  input: requestEmailChangeInput,
  access: 'signedIn',
  // Before the limit is counted: the same request comes again once the caller has proved who they are.
  prepare({ platform, caller }, { email }) {
    const actor = userActorOf(caller.actor);
    requireRecentAuthentication(actor, platform.clock.now());
    return consumeMailQuota(platform, actor, email);
  },
  async run(run, { email }) {
    const { tx, actor, now, emit } = run;
    requireRecentAuthentication(actor, now);
    const { userId } = actor;
    const user = await lockOwnAccount(tx, actor);
    if (user.email === email) throw new DomainError(identityErrors.SAME_EMAIL);
    await recordPendingEmail(run, { userId, email });
    emit(EMAIL_CHANGE_REQUESTED, { userId, payload: { userId, email } });
    return { requested: true as const };
  },
  audit: auditOfCaller,
});
