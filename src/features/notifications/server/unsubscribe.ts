import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { closedAccounts } from '#db/schema/own-data.ts';
import { handle } from '#kernel/schemas.ts';
import { type CommandContext, defineCommand } from '#platform/server/commands/run-command.ts';
import { systemActor } from '#platform/server/security/caller.ts';
import { preferencesOf } from './notifications.queries.ts';
import { setChannels } from './set-preferences.ts';
import { userOfToken } from './unsubscribe-link.ts';

const unsubscribeCommand = defineCommand({
  name: 'notifications.unsubscribe',
  input: z.strictObject({ userId: handle }),
  access: 'system',
  async run(run, { userId }) {
    // A closed account gets no mails, and nothing is stored about it again.
    if ((await run.tx.$count(closedAccounts, eq(closedAccounts.userId, userId))) > 0)
      return { email: false as const };
    const { emailNotifications, pushNotifications } = await preferencesOf(run.tx, userId);
    if (emailNotifications) await setChannels(run, userId, { email: false, push: pushNotifications });
    return { email: false as const };
  },
  audit: ({ userId }) => ({ subject: `user:${userId}` }),
});

/**
 * Ends the mails about notifications of the person whose signed link this is; doing it again changes nothing. Mails about
 * the security of the account continue.
 * @returns false for a token that was not signed here
 */
export async function unsubscribe({ platform }: Pick<CommandContext, 'platform'>, token: string) {
  const userId = await userOfToken(platform.vault, token);
  if (userId === null) return false;
  await unsubscribeCommand({ platform, caller: { actor: systemActor('unsubscribe-link') } }, { userId });
  return true;
}
