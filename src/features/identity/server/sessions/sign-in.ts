import type { z } from 'zod';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { parseInput } from '#platform/server/errors/error-mapping.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { identityErrors, signInInput, type User } from '../../identity.contract.ts';
import { accountByEmail } from '../accounts/accounts.ts';
import { userById } from '../identity.queries.ts';
import { beginSecondStepIfEnabled } from './begin-second-step.ts';
import { browser, browserOf, openBrowserSession } from './browser-session.ts';
import { sessionCookie } from './cookies.ts';
import { type Credentials, credentials, requireSamePassword } from './credentials.ts';

const signInCommand = defineCommand({
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
 * Opens a session for a user who has authenticated, and stores it in the browser in place of the earlier one.
 * @throws WRONG_CREDENTIALS when the password was changed in the meantime
 */
export async function openSession(ctx: TrpcContext, credentials: Credentials): Promise<User> {
  const { token } = await signInCommand(ctx, { ...credentials, browser: browserOf(ctx) });
  ctx.responseHeaders.append('set-cookie', sessionCookie(token, ctx.caller.secure));
  return userById(ctx.platform.db, credentials.userId);
}

/**
 * Signs in with email and password. An unknown email and a wrong password get the same text in the same time. After ten
 * failures for one email from one network address the answer is 429, while the owner can still sign in elsewhere; the
 * same after thirty failures from one address for any emails.
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
