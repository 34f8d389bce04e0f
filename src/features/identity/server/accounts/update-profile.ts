import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { updateProfileInput } from '../../identity.contract.ts';
import { PROFILE_UPDATED } from '../../identity.events.ts';
import { userById } from '../identity.queries.ts';

/** Changes the caller's own name. */
export const updateProfile = defineCommand({
  name: 'identity.updateProfile',
  input: updateProfileInput,
  access: 'signedIn',
  async run({ tx, actor, now, emit }, { firstName, lastName }) {
    await tx.update(users).set({ firstName, lastName, updatedAt: now }).where(eq(users.id, actor.userId));
    emit(PROFILE_UPDATED, { userId: actor.userId, payload: {} });
    return userById(tx, actor.userId);
  },
  audit: (_, { id }) => ({ subject: `user:${id}` }),
});
