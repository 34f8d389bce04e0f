import { and, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { closedAccounts } from '#db/schema/own-data.ts';
import { idempotencyKeys } from '#db/schema/platform.ts';
import { handle } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';

/**
 * Erases the answers that were recorded with the idempotency keys of someone whose account is closed; nobody can ask for
 * them again. The keys stay, so that none of them ever has a second effect.
 */
export const eraseAnswers = defineCommand({
  name: 'ownData.eraseAnswers',
  input: z.strictObject({ userId: handle }),
  access: 'system',
  async run({ tx }, { userId }) {
    if ((await tx.$count(closedAccounts, eq(closedAccounts.userId, userId))) === 0) return { erased: 0 };
    const own = and(eq(idempotencyKeys.actorId, userId), isNotNull(idempotencyKeys.result));
    const erased = await tx
      .update(idempotencyKeys)
      .set({ result: null })
      .where(own)
      .returning({ key: idempotencyKeys.key });
    return { erased: erased.length };
  },
  audit: ({ userId }, { erased }) => ({ subject: `user:${userId}`, details: { erased } }),
});
