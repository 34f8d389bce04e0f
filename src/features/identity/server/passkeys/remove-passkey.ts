import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { passkeys } from '#db/schema/identity.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { handle } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { requireRecentAuthentication } from '#platform/server/security/recent-authentication.ts';
import { SECURITY_CHANGED } from '../../identity.events.ts';
import { requireSignInMethod } from '../accounts/require-sign-in-method.ts';

/**
 * Removes one of the caller's own passkeys; another user's answers like a missing one.
 * @throws CONFIRM_IDENTITY, NOT_FOUND, LAST_SIGN_IN_METHOD
 */
export const removePasskey = defineCommand({
  name: 'identity.removePasskey',
  input: z.strictObject({ id: handle }),
  access: 'signedIn',
  async run({ tx, actor, now, emit }, { id }) {
    requireRecentAuthentication(actor, now);
    const { userId } = actor;
    const own = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
    const removed = await tx.delete(passkeys).where(own).returning({ id: passkeys.id });
    if (removed.length === 0) throw new DomainError(commonErrors.NOT_FOUND);
    await requireSignInMethod(tx, userId);
    emit(SECURITY_CHANGED, { userId, payload: { userId, change: 'passkey_removed' } });
    return { removed: true as const };
  },
  audit: ({ id }) => ({ subject: `passkey:${id}` }),
});
