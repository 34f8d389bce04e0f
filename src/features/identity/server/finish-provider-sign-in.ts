import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { providerAccounts } from '#db/schema/identity.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { ProviderIdentity } from '#platform/server/ports/sign-in-provider.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { identityErrors } from '../identity.contract.ts';
import { accountOfEmail } from './accounts.ts';
import { connectAccounts, offerConnection } from './connect-provider.ts';
import { dropFlow, keepFlow } from './cookies.ts';
import { type Flow, keptFlow, takeFlow } from './flows.ts';
import {
  callbackAddress,
  loginPage,
  type ProviderPurpose,
  problemOf,
  problemPage,
  providerOf,
} from './provider.ts';
import { markAuthenticated } from './sessions.ts';
import { asksForCode, enter } from './sign-in.ts';
import { createAccountFor, vouchedForBy } from './sign-up-with-provider.ts';
import { userActorOf } from './user-actor.ts';

interface Begun {
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
  const kept = await keptFlow(ctx, 'provider', 'provider');
  if (!kept) return problemPage('sign_in', '/', 'refused');
  const { flow, token } = kept;
  dropFlow(ctx, 'provider');
  const { returnTo = '/', state = '', nonce = '', verifier = '' } = flow.data;
  const purpose = flow.data.purpose as ProviderPurpose;
  try {
    const fresh = purpose === 'confirm';
    const question = { state, nonce, verifier, redirectUri: callbackAddress(ctx), fresh };
    const identity = await provider.identityFrom(address, question);
    if (!identity) return problemPage(purpose, returnTo, 'refused');
    const begun = { flow, token, purpose, returnTo };
    return purpose === 'sign_in' ? await signInAs(ctx, begun, identity) : await takeFor(ctx, begun, identity);
  } catch (error) {
    const problem = problemOf(error);
    if (problem === 'unavailable') platform.log.warn({ err: error }, 'a sign-in with the provider failed');
    return problemPage(purpose, returnTo, problem);
  }
}

const noteAccount = defineCommand({
  name: 'identity.useProviderAccount',
  input: z.strictObject({ token: z.string(), issuer: z.string(), subject: z.string() }),
  access: 'public',
  async run({ tx, now }, { token, issuer, subject }) {
    if (!(await takeFlow(tx, 'provider', token, now))) throw new DomainError(identityErrors.SIGN_IN_EXPIRED);
    const [account] = await tx
      .update(providerAccounts)
      .set({ lastUsedAt: now })
      .where(and(eq(providerAccounts.issuer, issuer), eq(providerAccounts.subject, subject)))
      .returning({ userId: providerAccounts.userId });
    return { userId: account?.userId ?? null };
  },
  audit: (_, { userId }) => ({ subject: userId === null ? 'sign-in' : `user:${userId}` }),
});

/** A known account signs in; an unknown one signs up, or is offered to be connected with an account of its address. */
async function signInAs(
  ctx: TrpcContext,
  { token, returnTo }: Begun,
  identity: ProviderIdentity,
): Promise<string> {
  const { issuer, subject } = identity;
  const { userId } = await noteAccount(ctx, { token, issuer, subject });
  if (userId !== null) {
    if (await asksForCode(ctx, { userId })) return loginPage({ step: 'code' }, returnTo);
    await enter(ctx, { userId });
    return returnTo;
  }
  const person = vouchedForBy(identity);
  if (!person) return problemPage('sign_in', returnTo, 'unverified');
  const account = await accountOfEmail(ctx.platform.db, person.email);
  if (account) {
    keepFlow(ctx, 'connect', await offerConnection(ctx, person));
    return loginPage({ connect: account.emailConfirmedAt === null ? 'offered' : 'required' }, returnTo);
  }
  const { id } = await createAccountFor(ctx, person);
  await enter(ctx, { userId: id });
  return returnTo;
}

const confirmByProvider = defineCommand({
  name: 'identity.confirmIdentityByProvider',
  input: z.strictObject({ token: z.string(), issuer: z.string(), subject: z.string() }),
  access: 'signedIn',
  whileFrozen: true,
  async run({ tx, actor, now }, { token, issuer, subject }) {
    if (!(await takeFlow(tx, 'provider', token, now))) throw new DomainError(identityErrors.SIGN_IN_EXPIRED);
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
  audit: (_, __, actor) => ({ subject: actor.kind === 'user' ? `user:${actor.userId}` : '' }),
});

/** Connects the provider's account with the one that began this, or takes it as proof of who its owner is. */
async function takeFor(ctx: TrpcContext, begun: Begun, identity: ProviderIdentity): Promise<string> {
  const { flow, token, purpose, returnTo } = begun;
  // Who began it has to be the one who ends it, or an answer could be slipped to somebody else.
  if (userActorOf(ctx.caller.actor).userId !== flow.userId) return problemPage(purpose, returnTo, 'refused');
  if (purpose === 'confirm') {
    const { issuer, subject } = identity;
    await confirmByProvider(ctx, { token, issuer, subject });
    return returnTo;
  }
  const person = vouchedForBy(identity);
  if (!person) return problemPage(purpose, returnTo, 'unverified');
  await connectAccounts(ctx, { ...person, flow: token, kind: 'provider' });
  return returnTo;
}
