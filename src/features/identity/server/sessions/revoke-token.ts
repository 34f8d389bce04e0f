import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { accessTokens } from '#db/schema/identity.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { handle } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { SECURITY_CHANGED, SESSIONS_ENDED } from '../../identity.events.ts';
import { lockOwnAccount } from '../accounts/lock-account.ts';

/**
 * Revokes one of the caller's own access tokens and ends its streams. Another user's answers like a missing one.
 * @throws UNAUTHORIZED, CONFIRM_IDENTITY to a caller with a token, NOT_FOUND
 */
export const revokeToken = defineCommand({
  name: 'identity.revokeToken',
  input: z.strictObject({ id: handle }),
  access: 'signedIn',
  whileFrozen: true,
  async run({ tx, actor, now, emit }, { id }) {
    await lockOwnAccount(tx, actor);
    const own = and(
      eq(accessTokens.id, id),
      eq(accessTokens.userId, actor.userId),
      isNull(accessTokens.revokedAt),
    );
    const revoked = await tx
      .update(accessTokens)
      .set({ revokedAt: now })
      .where(own)
      .returning({ id: accessTokens.id });
    if (revoked.length === 0) throw new DomainError(commonErrors.NOT_FOUND);
    const { userId } = actor;
    emit(SESSIONS_ENDED, { userId, payload: {} });
    emit(SECURITY_CHANGED, { userId, payload: { userId, change: 'token_revoked' } });
    return { revoked: true as const };
  },
  audit: ({ id }) => ({ subject: `token:${id}` }),
});
