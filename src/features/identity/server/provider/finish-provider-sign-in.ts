import type { ProviderIdentity } from '#platform/server/ports/sign-in-provider.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { accountByEmail } from '../accounts/accounts.ts';
import { userActorOf } from '../accounts/user-actor.ts';
import { beginSecondStepIfEnabled } from '../sessions/begin-second-step.ts';
import { clearFlowCookie, clearReferralCookie, referralCodeIn, setFlowCookie } from '../sessions/cookies.ts';
import { type Flow, flowOfCookie } from '../sessions/flows.ts';
import { loginPage } from '../sessions/login-page.ts';
import { openSession } from '../sessions/sign-in.ts';
import { confirmIdentityByProvider } from './confirm-identity-by-provider.ts';
import { connectProviderCommand } from './connect-provider.ts';
import { matchProviderAccount } from './match-provider-account.ts';
import { offerProviderConnection } from './offer-provider-connection.ts';
import { callbackAddress, type ProviderPurpose, problemOf, problemPage, providerOf } from './provider.ts';
import { signUpWithProviderCommand, verifiedPersonOf } from './sign-up-with-provider.ts';

interface PendingFlow {
  flow: Flow;
  token: string;
  purpose: ProviderPurpose;
  returnTo: string;
}

/**
 * Takes the provider's answer, with which the browser comes back. It has to be the browser that asked, and each
 * question is answered once.
 * @param address the address it came back with
 * @returns the page of ours to go to
 */
export async function finishProviderSignIn(ctx: TrpcContext, address: URL): Promise<string> {
  const { platform } = ctx;
  const provider = providerOf(ctx);
  const stored = await flowOfCookie(ctx, 'provider', 'provider');
  if (!stored) return problemPage('sign_in', '/', 'refused');
  const { flow, token } = stored;
  clearFlowCookie(ctx, 'provider');
  const { returnTo = '/', state = '', nonce = '', verifier = '' } = flow.data;
  const purpose = flow.data.purpose as ProviderPurpose;
  try {
    await platform.limits.consume('providerAnswer', ctx.caller);
    const isFresh = purpose === 'confirm';
    const question = { state, nonce, verifier, redirectUri: callbackAddress(ctx), isFresh };
    const identity = await provider.identityFrom(address, question);
    if (!identity) return problemPage(purpose, returnTo, 'refused');
    const pending = { flow, token, purpose, returnTo };
    return purpose === 'sign_in'
      ? await signInWithIdentity(ctx, pending, identity)
      : await applyToSignedInUser(ctx, pending, identity);
  } catch (error) {
    const problem = problemOf(error);
    if (problem === 'unavailable') platform.log.warn({ err: error }, 'a sign-in with the provider failed');
    return problemPage(purpose, returnTo, problem);
  }
}

/** A known account signs in; an unknown one signs up, or is offered to be connected with an account of its address. */
async function signInWithIdentity(
  ctx: TrpcContext,
  { token, returnTo }: PendingFlow,
  identity: ProviderIdentity,
): Promise<string> {
  const { issuer, subject } = identity;
  const { userId } = await matchProviderAccount(ctx, { token, issuer, subject });
  if (userId !== null) {
    if (await beginSecondStepIfEnabled(ctx, { userId })) return loginPage({ step: 'code' }, returnTo);
    await openSession(ctx, { userId });
    return returnTo;
  }
  const person = verifiedPersonOf(identity);
  if (!person) return problemPage('sign_in', returnTo, 'unverified');
  const account = await accountByEmail(ctx.platform.db, person.email);
  if (account) {
    setFlowCookie(ctx, 'connect', await offerProviderConnection(ctx, person));
    return loginPage({ connect: account.emailConfirmedAt === null ? 'offered' : 'required' }, returnTo);
  }
  const { id } = await signUpWithProviderCommand(ctx, { ...person, referralCode: referralCodeIn(ctx) });
  clearReferralCookie(ctx);
  await openSession(ctx, { userId: id });
  return returnTo;
}

/**
 * Connects the provider's account with the account that began the flow, or accepts it as proof of the owner's identity.
 */
async function applyToSignedInUser(
  ctx: TrpcContext,
  pending: PendingFlow,
  identity: ProviderIdentity,
): Promise<string> {
  const { flow, token, purpose, returnTo } = pending;
  // The account that began the flow must finish it: prevents login CSRF.
  if (userActorOf(ctx.caller.actor).userId !== flow.userId) return problemPage(purpose, returnTo, 'refused');
  if (purpose === 'confirm') {
    const { issuer, subject } = identity;
    await confirmIdentityByProvider(ctx, { token, issuer, subject });
    return returnTo;
  }
  const person = verifiedPersonOf(identity);
  if (!person) return problemPage(purpose, returnTo, 'unverified');
  await connectProviderCommand(ctx, { ...person, flow: token, kind: 'provider' });
  return returnTo;
}
