import { and, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { closedAccounts } from '#db/schema/own-data.ts';
import { handle } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';

/** Erases the address of a closed account, once the mail that says so is sent or given up. */
export const forgetFarewell = defineCommand({
  name: 'ownData.forgetFarewell',
  input: z.strictObject({ userId: handle }),
  access: 'system',
  async run({ tx }, { userId }) {
    const withFarewell = and(eq(closedAccounts.userId, userId), isNotNull(closedAccounts.farewellEmail));
    const forgotten = await tx
      .update(closedAccounts)
      .set({ farewellEmail: null })
      .where(withFarewell)
      .returning({ userId: closedAccounts.userId });
    return { forgotten: forgotten.length > 0 };
  },
  audit: ({ userId }, { forgotten }) => ({ subject: `user:${userId}`, details: { forgotten } }),
});
