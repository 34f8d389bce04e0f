import { count, eq } from 'drizzle-orm';
import { passkeys } from '#db/schema/identity.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { violates } from '#platform/server/database/db.ts';
import { requireRecentAuthentication } from '#platform/server/security/recent-authentication.ts';
import { addPasskeyInput, identityErrors, MAX_PASSKEYS } from '../../identity.contract.ts';
import { SECURITY_CHANGED } from '../../identity.events.ts';
import { lockOwnAccount } from '../accounts/lock-account.ts';
import { userActorOf } from '../accounts/user-actor.ts';
import { passkeyView } from '../identity.queries.ts';
import { consumeFlow, findFlow } from '../sessions/flows.ts';

/**
 * Adds the passkey that the caller's browser has made for the challenge of this flow.
 * @throws CONFIRM_IDENTITY, UNAUTHORIZED, PASSKEY_REFUSED, TOO_MANY_PASSKEYS
 */
export const addPasskey = defineCommand({
  name: 'identity.addPasskey',
  input: addPasskeyInput,
  access: 'signedIn',
  async prepare({ platform, caller }, { flow: token, answer }) {
    const { userId } = userActorOf(caller.actor);
    const flow = await findFlow(platform.db, 'passkey_add', token, platform.clock.now());
    const challenge = flow?.userId === userId ? flow.data.challenge : undefined;
    const { id, ...response } = answer;
    const made = { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
    const created = challenge === undefined ? null : await platform.passkeys.checkCreation(made, challenge);
    if (!created) throw new DomainError(identityErrors.PASSKEY_REFUSED);
    return created;
  },
  async run({ tx, actor, now, newId, emit }, { flow, name }, { id: credentialId, ...credential }) {
    requireRecentAuthentication(actor, now);
    const { userId } = actor;
    await lockOwnAccount(tx, actor);
    if (!(await consumeFlow(tx, 'passkey_add', flow, now)))
      throw new DomainError(identityErrors.PASSKEY_REFUSED);
    const [held] = await tx.select({ passkeys: count() }).from(passkeys).where(eq(passkeys.userId, userId));
    if ((held?.passkeys ?? 0) >= MAX_PASSKEYS) throw new DomainError(identityErrors.TOO_MANY_PASSKEYS);
    try {
      const [row] = await tx
        .insert(passkeys)
        .values({ id: newId(), userId, name, credentialId, ...credential, createdAt: now })
        .returning();
      emit(SECURITY_CHANGED, { userId, payload: { userId, change: 'passkey_added' } });
      return passkeyView(present(row, 'the new passkey'));
    } catch (error) {
      if (violates(error, 'passkeys_credential')) throw new DomainError(identityErrors.PASSKEY_REFUSED);
      throw error;
    }
  },
  audit: (_, { id }) => ({ subject: `passkey:${id}` }),
});
