import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { providerAccounts } from '#db/schema/identity.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { auditOfCaller, defineCommand } from '#platform/server/commands/run-command.ts';
import { identityErrors } from '../../identity.contract.ts';
import { consumeFlow } from '../sessions/flows.ts';
import { markAuthenticated } from '../sessions/sessions.ts';

export const confirmIdentityByProvider = defineCommand({
  name: 'identity.confirmIdentityByProvider',
  input: z.strictObject({ token: z.string(), issuer: z.string(), subject: z.string() }),
  access: 'signedIn',
  whileFrozen: true,
  async run({ tx, actor, now }, { token, issuer, subject }) {
    if (!(await consumeFlow(tx, 'provider', token, now)))
      throw new DomainError(identityErrors.SIGN_IN_EXPIRED);
    const [account] = await tx
      .select({ userId: providerAccounts.userId })
      .from(providerAccounts)
      .where(and(eq(providerAccounts.issuer, issuer), eq(providerAccounts.subject, subject)));
    if (account?.userId !== actor.userId || actor.sessionId === null) {
      throw new DomainError(commonErrors.CONFIRM_IDENTITY);
    }
    await markAuthenticated(tx, actor.sessionId, now);
    return { confirmed: true as const };
  },
  audit: auditOfCaller,
});
