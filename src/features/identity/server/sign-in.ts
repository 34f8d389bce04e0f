import { z } from 'zod';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { parseInput } from '#platform/server/errors/error-mapping.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { identityErrors, signInCodeInput, signInInput, type User } from '../identity.contract.ts';
import { accountByEmail } from './accounts.ts';
import { browser, browserOf, openBrowserSession } from './browser-session.ts';
import { clearFlowCookie, sessionCookie, setFlowCookie } from './cookies.ts';
import { beginFlow, consumeFlow, flowOfCookie } from './flows.ts';
import { userById } from './identity.queries.ts';
import { lockAccount } from './lock-account.ts';
import {
  consumeCode,
  resetCodeAttempts,
  secondFactorOf,
  type VerifiedCode,
  verifyCode,
} from './second-factor.ts';

/** Whose account it is, and the hash of the password that proved it, unless it was proven otherwise. */
const credentials = z.strictObject({ userId: z.string(), passwordHash: z.string().nullable().optional() });
type Credentials = z.infer<typeof credentials>;

/** Checking a password takes a while: whoever knew the one of before must not come in after a new one. */
async function requireSamePassword(tx: Transaction, { userId, passwordHash }: Credentials): Promise<void> {
  const account = await lockAccount(tx, userId);
  if (passwordHash !== undefined && passwordHash !== account.passwordHash) {
    throw new DomainError(identityErrors.WRONG_CREDENTIALS);
  }
}

const recordSignIn = defineCommand({
  name: 'identity.signIn',
  input: credentials.extend({ browser }),
  access: 'public',
  async run(run, { browser, ...credentials }) {
    await requireSamePassword(run.tx, credentials);
    return openBrowserSession(run, { ...browser, userId: credentials.userId });
  },
  audit: ({ userId, browser: { device } }, { sessionId }) => ({
    subject: `user:${userId}`,
    details: { device, session: sessionId.slice(0, 8) },
  }),
});

/**
 * Opens a session for a user who has proven who they are, and keeps it in the browser in place of the one it had.
 * @throws WRONG_CREDENTIALS when the password that they knew was changed meanwhile
 */
export async function openSession(ctx: TrpcContext, credentials: Credentials): Promise<User> {
  const { token } = await recordSignIn(ctx, { ...credentials, browser: browserOf(ctx) });
  ctx.responseHeaders.append('set-cookie', sessionCookie(token, ctx.caller.secure));
  return userById(ctx.platform.db, credentials.userId);
}

const beginSecondStep = defineCommand({
  name: 'identity.beginSecondStep',
  input: credentials,
  access: 'public',
  async run({ tx, now }, credentials) {
    await requireSamePassword(tx, credentials);
    return beginFlow(tx, { kind: 'second_factor', userId: credentials.userId, now });
  },
  audit: ({ userId }) => ({ subject: `user:${userId}` }),
});

/**
 * Whether a code is still to be asked for; if so, the browser keeps what the second step needs.
 * @throws WRONG_CREDENTIALS as `enter`
 */
export async function beginSecondStepIfEnabled(ctx: TrpcContext, credentials: Credentials): Promise<boolean> {
  const factor = await secondFactorOf(ctx.platform.db, credentials.userId);
  if (!factor?.enabledAt) return false;
  setFlowCookie(ctx, 'second-factor', await beginSecondStep(ctx, credentials));
  return true;
}

/**
 * Signs in with email and password. An unknown email and a wrong password get the same text in the same time;
 * ten failures for one email from one address are followed by 429, which leaves the owner free elsewhere, and so are
 * thirty from one address, whatever the emails.
 * @throws WRONG_CREDENTIALS, TOO_MANY_ATTEMPTS; SECOND_FACTOR_REQUIRED when `confirmSignIn` has to follow
 */
export async function signIn(ctx: TrpcContext, rawInput: z.input<typeof signInInput>): Promise<User> {
  const { platform, caller } = ctx;
  const { email, password } = parseInput(signInInput, rawInput);
  const { limits, passwords, db } = platform;
  const key = `${email} ${caller.address}`;
  await limits.consumeByKey('failedSignIn', key, identityErrors.TOO_MANY_ATTEMPTS);
  await limits.consumeByKey('failedSignInFrom', caller.address, identityErrors.TOO_MANY_ATTEMPTS);
  const user = await accountByEmail(db, email);
  const matches = await passwords.verify(user?.passwordHash ?? null, password);
  if (!user || !matches) throw new DomainError(identityErrors.WRONG_CREDENTIALS);
  await limits.reset('failedSignIn', key);
  await limits.restorePoint('failedSignInFrom', caller.address);
  const credentials = { userId: user.id, passwordHash: user.passwordHash };
  if (await beginSecondStepIfEnabled(ctx, credentials))
    throw new DomainError(identityErrors.SECOND_FACTOR_REQUIRED);
  return openSession(ctx, credentials);
}

const recordSecondStep = defineCommand({
  name: 'identity.confirmSignIn',
  input: z.strictObject({ flow: z.string(), browser, checked: z.custom<VerifiedCode>() }),
  access: 'public',
  async run(run, { flow: token, browser, checked }) {
    const { tx, now } = run;
    await lockAccount(tx, checked.userId);
    const flow = await consumeFlow(tx, 'second_factor', token, now);
    if (!flow || flow.userId !== checked.userId) throw new DomainError(identityErrors.SIGN_IN_EXPIRED);
    await consumeCode(run, checked);
    return openBrowserSession(run, { ...browser, userId: checked.userId });
  },
  audit: ({ checked, browser: { device } }, { sessionId }) => ({
    subject: `user:${checked.userId}`,
    details: { device, session: sessionId.slice(0, 8), by: 'step' in checked ? 'app' : 'recovery code' },
  }),
});

/**
 * Finishes a sign-in with a code of the authenticator app or a recovery code, each of which counts once.
 * @throws WRONG_CODE, TOO_MANY_ATTEMPTS, SIGN_IN_EXPIRED
 */
export async function confirmSignIn(
  ctx: TrpcContext,
  rawInput: z.input<typeof signInCodeInput>,
): Promise<User> {
  const { platform, caller, responseHeaders } = ctx;
  const { code } = parseInput(signInCodeInput, rawInput);
  const pending = await flowOfCookie(ctx, 'second_factor', 'second-factor');
  const userId = pending?.flow.userId;
  if (!pending || !userId) throw new DomainError(identityErrors.SIGN_IN_EXPIRED);
  const checked = await verifyCode(platform, { userId, code, address: caller.address });
  const session = await recordSecondStep(ctx, { flow: pending.token, browser: browserOf(ctx), checked });
  await resetCodeAttempts(platform, userId, caller.address);
  clearFlowCookie(ctx, 'second-factor');
  responseHeaders.append('set-cookie', sessionCookie(session.token, caller.secure));
  return userById(platform.db, userId);
}
