import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { providerAccounts } from '#db/schema/identity.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { auditOfCaller, defineCommand } from '#platform/server/commands/run-command.ts';
import { requireRecentAuthentication } from '#platform/server/security/recent-authentication.ts';
import { SECURITY_CHANGED } from '../../identity.events.ts';
import { requireSignInMethod } from '../accounts/require-sign-in-method.ts';

/**
 * The caller's account at the provider no longer signs in here.
 * @throws CONFIRM_IDENTITY, NOT_FOUND, LAST_SIGN_IN_METHOD
 */
export const disconnectProvider = defineCommand({
  name: 'identity.disconnectProvider',
  input: z.strictObject({}),
  access: 'signedIn',
  async run({ tx, actor, now, emit }) {
    requireRecentAuthentication(actor, now);
    const { userId } = actor;
    const removed = await tx.delete(providerAccounts).where(eq(providerAccounts.userId, userId)).returning();
    if (removed.length === 0) throw new DomainError(commonErrors.NOT_FOUND);
    await requireSignInMethod(tx, userId);
    emit(SECURITY_CHANGED, { userId, payload: { userId, change: 'provider_disconnected' } });
    return { disconnected: true as const };
  },
  audit: auditOfCaller,
});
