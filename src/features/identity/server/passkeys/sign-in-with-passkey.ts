import { z } from 'zod';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { parseInput } from '#platform/server/errors/error-mapping.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { identityErrors, passkeySignInInput, type User } from '../../identity.contract.ts';
import { lockAccount } from '../accounts/lock-account.ts';
import { userById } from '../identity.queries.ts';
import { browser, browserOf, openBrowserSession } from '../sessions/browser-session.ts';
import { sessionCookie } from '../sessions/cookies.ts';
import { consumeFlow } from '../sessions/flows.ts';
import { recordPasskeyUse, type VerifiedPasskey, verifyPasskey } from './passkeys.ts';

const signInWithPasskeyCommand = defineCommand({
  name: 'identity.signInWithPasskey',
  input: z.strictObject({ used: z.custom<VerifiedPasskey>(), browser }),
  access: 'public',
  async run(run, { used, browser }) {
    const { tx, now } = run;
    await lockAccount(tx, used.passkey.userId);
    if (!(await consumeFlow(tx, 'passkey_sign_in', used.flow, now))) {
      throw new DomainError(identityErrors.SIGN_IN_EXPIRED);
    }
    await recordPasskeyUse(tx, used, now);
    return openBrowserSession(run, { ...browser, userId: used.passkey.userId });
  },
  audit: ({ used, browser: { device } }, { sessionId }) => ({
    subject: `user:${used.passkey.userId}`,
    details: { device, session: sessionId.slice(0, 8), passkey: used.passkey.id },
  }),
});

/**
 * Signs in with a passkey. It proves possession and person at once, so no further code is asked for.
 * @throws WRONG_PASSKEY, SIGN_IN_EXPIRED
 */
export async function signInWithPasskey(
  ctx: TrpcContext,
  rawInput: z.input<typeof passkeySignInInput>,
): Promise<User> {
  const { platform, caller, responseHeaders } = ctx;
  const { flow, answer } = parseInput(passkeySignInInput, rawInput);
  const used = await verifyPasskey(platform, { kind: 'passkey_sign_in', flow, answer });
  const session = await signInWithPasskeyCommand(ctx, { used, browser: browserOf(ctx) });
  responseHeaders.append('set-cookie', sessionCookie(session.token, caller.secure));
  return userById(platform.db, used.passkey.userId);
}
