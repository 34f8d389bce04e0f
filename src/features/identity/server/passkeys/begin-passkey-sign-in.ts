import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import type { PasskeyQuestion } from '../../identity.contract.ts';
import { beginFlow } from '../sessions/flows.ts';
import { challenge } from './passkeys.ts';

const beginPasskeySignInCommand = defineCommand({
  name: 'identity.beginPasskeySignIn',
  input: challenge,
  access: 'public',
  run: ({ tx, now }, data) => beginFlow(tx, { kind: 'passkey_sign_in', data, now }),
  audit: () => ({ subject: 'sign-in' }),
});

/**
 * The options with which any browser signs in by passkey.
 * @throws RATE_LIMITED
 */
export async function beginPasskeySignIn(ctx: TrpcContext): Promise<PasskeyQuestion> {
  const { limits, passkeys } = ctx.platform;
  await limits.consume('signInStart', ctx.caller);
  const options = await passkeys.requestOptions();
  return { flow: await beginPasskeySignInCommand(ctx, { challenge: options.challenge }), options };
}
