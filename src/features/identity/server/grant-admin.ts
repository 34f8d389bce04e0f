import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { sessions, users } from '#db/schema/identity.ts';
import { assert } from '#kernel/assert.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { email } from '#kernel/schemas.ts';
import { SESSIONS_ENDED } from '#platform/server/live.ts';
import { defineCommand } from '#platform/server/run-command.ts';
import { accountsOf } from './accounts.ts';

/** Gives the user who has confirmed this email the role `admin`, for the operator's script; a changed role ends the sessions. */
export const grantAdmin = defineCommand({
  name: 'identity.grantAdmin',
  input: z.strictObject({ email }),
  access: 'system',
  async run({ tx, now, emit }, input) {
    const { confirmed, unconfirmed } = await accountsOf(tx, input.email);
    if (!confirmed) {
      const message =
        unconfirmed.length > 0
          ? `Nobody has confirmed the email ${input.email} yet. Open the link in the mail of the sign-up first.`
          : `No account has the email ${input.email}.`;
      throw new DomainError(commonErrors.NOT_FOUND, { message });
    }
    const [user] = await tx.select().from(users).where(eq(users.id, confirmed.id)).for('update');
    assert(user, 'an account is never removed');
    if (user.role === 'admin') return { id: user.id, changed: false };
    await tx.update(users).set({ role: 'admin', updatedAt: now }).where(eq(users.id, user.id));
    await tx.delete(sessions).where(eq(sessions.userId, user.id));
    emit({ type: SESSIONS_ENDED, userId: user.id, payload: {} });
    return { id: user.id, changed: true };
  },
  audit: (_, { id, changed }) => ({ subject: `user:${id}`, details: { changed } }),
});
