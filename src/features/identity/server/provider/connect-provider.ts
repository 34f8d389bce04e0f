import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { providerAccounts, users } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import { auditOfCaller, defineCommand } from '#platform/server/commands/run-command.ts';
import { requireRecentAuthentication } from '#platform/server/security/recent-authentication.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { identityErrors } from '../../identity.contract.ts';
import { SECURITY_CHANGED } from '../../identity.events.ts';
import { endEarlierAccess } from '../accounts/clear-account.ts';
import { lockOwnAccount } from '../accounts/lock-account.ts';
import { clearFlowCookie } from '../sessions/cookies.ts';
import { consumeFlow, flowOfCookie } from '../sessions/flows.ts';
import { verifiedPerson } from './sign-up-with-provider.ts';
/**
 * Connects a provider's account with the caller's. Only for the same address, which the provider has verified: it
 * counts as confirmed here too, and earlier access ends.
 */
export const connectProviderCommand = defineCommand({
  name: 'identity.connectProvider',
  input: verifiedPerson.extend({ flow: z.string(), kind: z.enum(['provider', 'connect_provider']) }),
  access: 'signedIn',
  async run({ tx, actor, now, emit }, { flow, kind, issuer, subject, email }) {
    requireRecentAuthentication(actor, now);
    const { userId } = actor;
    const user = await lockOwnAccount(tx, actor);
    if (!(await consumeFlow(tx, kind, flow, now))) throw new DomainError(identityErrors.SIGN_IN_EXPIRED);
    if (user.email !== email) throw new DomainError(identityErrors.PROVIDER_OTHER_EMAIL);
    if (user.emailConfirmedAt === null) {
      await endEarlierAccess({ tx, now, emit }, { userId, exceptSessionId: actor.sessionId });
      await tx.update(users).set({ emailConfirmedAt: now, updatedAt: now }).where(eq(users.id, userId));
    }
    const added = await tx
      .insert(providerAccounts)
      .values({ issuer, subject, userId, email, createdAt: now })
      .onConflictDoNothing()
      .returning({ userId: providerAccounts.userId });
    if (added.length === 0) throw new DomainError(identityErrors.PROVIDER_ACCOUNT_TAKEN);
    emit(SECURITY_CHANGED, { userId, payload: { userId, change: 'provider_connected' } });
    return { connected: true as const };
  },
  audit: auditOfCaller,
});

/**
 * Connects the provider's account that this browser came back with, now that the owner of the account of its address
 * has signed in.
 * @throws SIGN_IN_EXPIRED, CONFIRM_IDENTITY, UNAUTHORIZED, PROVIDER_OTHER_EMAIL, PROVIDER_ACCOUNT_TAKEN
 */
export async function connectProvider(ctx: TrpcContext) {
  const pending = await flowOfCookie(ctx, 'connect_provider', 'connect');
  if (!pending) throw new DomainError(identityErrors.SIGN_IN_EXPIRED);
  const offered = verifiedPerson.parse(pending.flow.data);
  const connected = await connectProviderCommand(ctx, {
    ...offered,
    flow: pending.token,
    kind: 'connect_provider',
  });
  clearFlowCookie(ctx, 'connect');
  return connected;
}
