import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#db/schema/identity.ts';
import { closedAccounts } from '#db/schema/own-data.ts';
import { lockToClose } from '#features/identity/server/index.ts';
import { handle, instant } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { freezeForEver } from '#platform/server/security/frozen-accounts.ts';
import { closingObstacles } from './closing-obstacles.ts';
import { erasePerson } from './erase-person.ts';

/**
 * Applies an earlier closing to a restored backup, in which the account is still open. Its personal data is erased even if
 * the account has a balance in the backup. Does nothing if the account is closed already or not in the backup.
 * @returns the obstacles that would have refused the closing, for the operator to resolve
 */
export const closeAgain = defineCommand({
  name: 'ownData.closeAgain',
  input: z.strictObject({ userId: handle, closedAt: instant }),
  access: 'system',
  async run(run, { userId, closedAt }) {
    const { tx, actor, now, config } = run;
    const nothing = { closed: false, obstacles: [] as string[], redactions: [] };
    const [known] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!known || (await tx.$count(closedAccounts, eq(closedAccounts.userId, userId))) > 0) return nothing;
    await freezeForEver(tx, userId, now);
    const account = await lockToClose(tx, actor, userId);
    const obstacles = (await closingObstacles(tx, userId, { now, approvals: config.approvals })).map(
      ({ text }) => text,
    );
    const again = { closedAt: new Date(closedAt), farewellEmail: null, closedAgain: true };
    const { redactions } = await erasePerson(run, account, again);
    return { closed: true, obstacles, redactions };
  },
  audit: ({ userId }, { closed, redactions }) => ({
    subject: `user:${userId}`,
    details: { closed, redactions },
  }),
});
