import { z } from 'zod';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { parseInput } from '#platform/server/errors/error-mapping.ts';
import { requireRecentAuthentication } from '#platform/server/security/recent-authentication.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { beginProviderInput, identityErrors } from '../../identity.contract.ts';
import { safeReturnTo } from '../../identity.rules.ts';
import { userActorOf } from '../accounts/user-actor.ts';
import { setFlowCookie } from '../sessions/cookies.ts';
import { beginFlow } from '../sessions/flows.ts';
import { callbackAddress, providerOf } from './provider.ts';

const beginProviderSignInCommand = defineCommand({
  name: 'identity.beginProviderSignIn',
  input: z.strictObject({ data: z.record(z.string(), z.string()) }),
  access: 'public',
  run: ({ tx, now, actor }, { data }) =>
    beginFlow(tx, { kind: 'provider', userId: actor.kind === 'user' ? actor.userId : null, data, now }),
  audit: ({ data }) => ({ subject: 'sign-in', details: { purpose: data.purpose } }),
});

/**
 * Begins a sign-in at the provider: returns the address to go to, and stores in this browser what its answer is checked
 * with. To connect accounts or to confirm one's identity one has to be signed in here.
 * @throws NOT_FOUND without a provider, PROVIDER_DOWN, CONFIRM_IDENTITY, RATE_LIMITED
 */
export async function beginProviderSignIn(ctx: TrpcContext, rawInput: z.input<typeof beginProviderInput>) {
  const { platform, caller } = ctx;
  const { purpose, returnTo } = parseInput(beginProviderInput, rawInput);
  const provider = providerOf(ctx);
  if (purpose !== 'sign_in' && userActorOf(caller.actor).sessionId === null) {
    throw new DomainError(commonErrors.CONFIRM_IDENTITY);
  }
  if (purpose === 'connect') requireRecentAuthentication(userActorOf(caller.actor), platform.clock.now());
  await platform.limits.consume('signInStart', caller);
  const question = provider.question({ redirectUri: callbackAddress(ctx), isFresh: purpose === 'confirm' });
  const address = await provider.addressFor(question).catch((error: unknown) => {
    platform.log.warn({ err: error }, 'the sign-in provider does not answer');
    throw new DomainError(identityErrors.PROVIDER_DOWN);
  });
  const { state, nonce, verifier } = question;
  const data = { purpose, returnTo: safeReturnTo(returnTo), state, nonce, verifier };
  setFlowCookie(ctx, 'provider', await beginProviderSignInCommand(ctx, { data }));
  return { address };
}
