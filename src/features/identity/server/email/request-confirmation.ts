import { z } from 'zod';
import { auditOfCaller, defineCommand } from '#platform/server/commands/run-command.ts';
import { CONFIRMATION_REQUESTED } from '../../identity.events.ts';
import { userActorOf } from '../accounts/user-actor.ts';

/**
 * Sends the caller the mail to confirm their address again; without effect when it is confirmed.
 * @throws RATE_LIMITED
 */
export const requestConfirmation = defineCommand({
  name: 'identity.requestConfirmation',
  input: z.strictObject({}),
  access: 'signedIn',
  whileFrozen: true,
  async prepare({ platform, caller }) {
    await platform.limits.consume('mailTo', { actor: userActorOf(caller.actor), address: '' });
  },
  async run({ actor, emit }) {
    const { userId } = actor;
    emit(CONFIRMATION_REQUESTED, { userId, payload: { userId } });
    return { requested: true as const };
  },
  audit: auditOfCaller,
});
