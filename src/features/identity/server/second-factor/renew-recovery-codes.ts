import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { secondFactors } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import { auditOfCaller, defineCommand } from '#platform/server/commands/run-command.ts';
import { requireRecentAuthentication } from '#platform/server/security/recent-authentication.ts';
import { identityErrors } from '../../identity.contract.ts';
import { SECURITY_CHANGED } from '../../identity.events.ts';
import { lockOwnAccount } from '../accounts/lock-account.ts';
import { replaceRecoveryCodes } from './second-factor.ts';

/**
 * Makes ten new recovery codes for the caller; the old ones stop working.
 * @throws CONFIRM_IDENTITY, UNAUTHORIZED, NO_SECOND_FACTOR
 */
export const renewRecoveryCodes = defineCommand({
  name: 'identity.renewRecoveryCodes',
  input: z.strictObject({}),
  access: 'signedIn',
  async run({ tx, actor, now, emit }) {
    requireRecentAuthentication(actor, now);
    const { userId } = actor;
    await lockOwnAccount(tx, actor);
    const [factor] = await tx
      .select()
      .from(secondFactors)
      .where(eq(secondFactors.userId, userId))
      .for('update');
    if (!factor?.enabledAt) throw new DomainError(identityErrors.NO_SECOND_FACTOR);
    emit(SECURITY_CHANGED, { userId, payload: { userId, change: 'recovery_codes_renewed' } });
    return { recoveryCodes: await replaceRecoveryCodes(tx, userId) };
  },
  audit: auditOfCaller,
});
