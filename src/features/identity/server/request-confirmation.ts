import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#db/schema/identity.ts';
import { present } from '#kernel/assert.ts';
import { defineCommand } from '#platform/server/run-command.ts';
import { CONFIRMATION_REQUESTED } from '../identity.events.ts';
import { spendMail } from './spend-mail.ts';
import { userActorOf } from './user-actor.ts';

/**
 * Sends the caller the mail to confirm their address once more; without effect when it is confirmed.
 * @throws RATE_LIMITED
 */
export const requestConfirmation = defineCommand({
  name: 'identity.requestConfirmation',
  input: z.strictObject({}),
  access: 'signedIn',
  async prepare({ platform, caller }) {
    const actor = userActorOf(caller.actor);
    const [user] = await platform.db
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, actor.userId));
    await spendMail(platform, actor, present(user, 'the caller').email);
  },
  async run({ actor, emit }) {
    const { userId } = actor;
    emit({ type: CONFIRMATION_REQUESTED, userId, payload: { userId } });
    return { requested: true as const };
  },
  audit: (_, __, actor) => ({ subject: actor.kind === 'user' ? `user:${actor.userId}` : '' }),
});
