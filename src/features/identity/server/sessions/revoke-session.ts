import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { sessions } from '#db/schema/identity.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { handle } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { SESSIONS_ENDED } from '../../identity.events.ts';
import { lockOwnAccount } from '../accounts/lock-account.ts';

/**
 * Ends one of the caller's own sessions; another user's answers like a missing one. A token that leaked must not keep its
 * owner out.
 * @throws UNAUTHORIZED, CONFIRM_IDENTITY to a caller with a token, NOT_FOUND
 */
export const revokeSession = defineCommand({
  name: 'identity.revokeSession',
  input: z.strictObject({ id: handle }),
  access: 'signedIn',
  whileFrozen: true,
  async run({ tx, actor, emit }, { id }) {
    await lockOwnAccount(tx, actor);
    const own = and(eq(sessions.id, id), eq(sessions.userId, actor.userId));
    const ended = await tx.delete(sessions).where(own).returning({ id: sessions.id });
    if (ended.length === 0) throw new DomainError(commonErrors.NOT_FOUND);
    emit(SESSIONS_ENDED, { userId: actor.userId, payload: {} });
    return { revoked: true as const };
  },
  audit: ({ id }) => ({ subject: `session:${id.slice(0, 8)}` }),
});
