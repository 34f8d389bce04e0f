import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { present } from '#kernel/assert.ts';
import { fullName } from '#kernel/person.ts';
import { auditOfCaller, defineCommand } from '#platform/server/commands/run-command.ts';
import { requireRecentAuthentication } from '#platform/server/security/recent-authentication.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import type { PasskeyQuestion } from '../../identity.contract.ts';
import { userActorOf } from '../accounts/user-actor.ts';
import { beginFlow } from '../sessions/flows.ts';
import { challenge, credentialOf, passkeysOf } from './passkeys.ts';

const beginAddingPasskeyCommand = defineCommand({
  name: 'identity.beginAddingPasskey',
  input: challenge,
  access: 'signedIn',
  run({ tx, actor, now }, data) {
    requireRecentAuthentication(actor, now);
    return beginFlow(tx, { kind: 'passkey_add', userId: actor.userId, data, now });
  },
  audit: auditOfCaller,
});

/**
 * The options with which the caller's browser creates a passkey.
 * @throws CONFIRM_IDENTITY
 */
export async function beginAddingPasskey(ctx: TrpcContext): Promise<PasskeyQuestion> {
  const { db, passkeys: port } = ctx.platform;
  const { userId } = userActorOf(ctx.caller.actor);
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  const caller = present(row, 'the caller');
  const owner = { userId, email: caller.email, name: fullName(caller) };
  const options = await port.creationOptions(owner, (await passkeysOf(db, userId)).map(credentialOf));
  return { flow: await beginAddingPasskeyCommand(ctx, { challenge: options.challenge }), options };
}
