import { z } from 'zod';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { parseInput } from '#platform/server/errors/error-mapping.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { identityErrors, signInCodeInput, type User } from '../../identity.contract.ts';
import { lockAccount } from '../accounts/lock-account.ts';
import { userById } from '../identity.queries.ts';
import {
  consumeCode,
  resetCodeAttempts,
  type VerifiedCode,
  verifyCode,
} from '../second-factor/second-factor.ts';
import { browser, browserOf, openBrowserSession } from './browser-session.ts';
import { clearFlowCookie, sessionCookie } from './cookies.ts';
import { consumeFlow, flowOfCookie } from './flows.ts';

const confirmSignInCommand = defineCommand({
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
  const session = await confirmSignInCommand(ctx, { flow: pending.token, browser: browserOf(ctx), checked });
  await resetCodeAttempts(platform, userId, caller.address);
  clearFlowCookie(ctx, 'second-factor');
  responseHeaders.append('set-cookie', sessionCookie(session.token, caller.secure));
  return userById(platform.db, userId);
}
