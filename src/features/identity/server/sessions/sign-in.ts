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
