import { and, eq } from 'drizzle-orm';
import { passkeys } from '#db/schema/identity.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { renamePasskeyInput } from '../../identity.contract.ts';
import { PASSKEY_RENAMED } from '../../identity.events.ts';
import { passkeyView } from '../identity.queries.ts';

/** Gives one of the caller's own passkeys another name; another user's answers like a missing one. */
export const renamePasskey = defineCommand({
  name: 'identity.renamePasskey',
  input: renamePasskeyInput,
  access: 'signedIn',
  async run({ tx, actor, emit }, { id, name }) {
    const own = and(eq(passkeys.id, id), eq(passkeys.userId, actor.userId));
    const [renamed] = await tx.update(passkeys).set({ name }).where(own).returning();
    if (!renamed) throw new DomainError(commonErrors.NOT_FOUND);
    emit(PASSKEY_RENAMED, { userId: actor.userId, payload: {} });
    return passkeyView(renamed);
  },
  audit: ({ id }) => ({ subject: `passkey:${id}` }),
});
