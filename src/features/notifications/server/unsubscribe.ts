import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { closedAccounts } from '#db/schema/own-data.ts';
import { handle } from '#kernel/schemas.ts';
import { type CommandContext, defineCommand } from '#platform/server/commands/run-command.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import { systemActor } from '#platform/server/security/caller.ts';
import { preferencesOf } from './notifications.queries.ts';
import { setChannels } from './set-preferences.ts';
import { userOfToken } from './unsubscribe-link.ts';

/** A closed account gets none, and nothing is stored about it again. */
async function getsMails(db: Queryable, userId: string): Promise<boolean> {
  if ((await db.$count(closedAccounts, eq(closedAccounts.userId, userId))) > 0) return false;
  return (await preferencesOf(db, userId)).emailNotifications;
}

const unsubscribeCommand = defineCommand({
  name: 'notifications.unsubscribe',
  input: z.strictObject({ userId: handle }),
  access: 'system',
  async run(run, { userId }) {
    if (await getsMails(run.tx, userId)) {
      const { pushNotifications } = await preferencesOf(run.tx, userId);
      await setChannels(run, userId, { email: false, push: pushNotifications });
    }
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
  // A repeated request writes no audit row.
  if (!(await getsMails(platform.db, userId))) return true;
  await unsubscribeCommand({ platform, caller: { actor: systemActor('unsubscribe-link') } }, { userId });
  return true;
}
