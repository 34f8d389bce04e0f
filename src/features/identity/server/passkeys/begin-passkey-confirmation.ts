import { auditOfCaller, defineCommand } from '#platform/server/commands/run-command.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import type { PasskeyQuestion } from '../../identity.contract.ts';
import { userActorOf } from '../accounts/user-actor.ts';
import { beginFlow } from '../sessions/flows.ts';
import { challenge, credentialOf, passkeysOf } from './passkeys.ts';

const beginPasskeyConfirmationCommand = defineCommand({
  name: 'identity.beginPasskeyConfirmation',
  input: challenge,
  access: 'signedIn',
  whileFrozen: true,
  run: ({ tx, actor, now }, data) =>
    beginFlow(tx, { kind: 'passkey_confirm', userId: actor.userId, data, now }),
  audit: auditOfCaller,
});

/** The options with which one of the caller's passkeys confirms who they are. */
export async function beginPasskeyConfirmation(ctx: TrpcContext): Promise<PasskeyQuestion> {
  const { userId } = userActorOf(ctx.caller.actor);
  const known = (await passkeysOf(ctx.platform.db, userId)).map(credentialOf);
  const options = await ctx.platform.passkeys.requestOptions(known);
  return { flow: await beginPasskeyConfirmationCommand(ctx, { challenge: options.challenge }), options };
}
