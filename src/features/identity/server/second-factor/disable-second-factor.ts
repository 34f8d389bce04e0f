import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { recoveryCodes, secondFactors } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import { auditOfCaller, defineCommand } from '#platform/server/commands/run-command.ts';
import { requireRecentAuthentication } from '#platform/server/security/recent-authentication.ts';
import { identityErrors } from '../../identity.contract.ts';
import { SECURITY_CHANGED, SESSIONS_ENDED } from '../../identity.events.ts';

/**
 * Removes the caller's authenticator app and its recovery codes.
 * @throws CONFIRM_IDENTITY, NO_SECOND_FACTOR
 */
export const disableSecondFactor = defineCommand({
  name: 'identity.disableSecondFactor',
  input: z.strictObject({}),
  access: 'signedIn',
  async run({ tx, actor, now, emit }) {
    requireRecentAuthentication(actor, now);
    const { userId } = actor;
    const [removed] = await tx.delete(secondFactors).where(eq(secondFactors.userId, userId)).returning();
    if (!removed?.enabledAt) throw new DomainError(identityErrors.NO_SECOND_FACTOR);
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    emit(SECURITY_CHANGED, { userId, payload: { userId, change: 'second_factor_off' } });
    // With an operator that requires it, this decides what an admin may do.
    emit(SESSIONS_ENDED, { userId, payload: {} });
    return { disabled: true as const };
  },
  audit: auditOfCaller,
});
