import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#db/schema/identity.ts';
import { assert } from '#kernel/assert.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { email } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { accountByEmail } from './accounts.ts';
import { endAccess } from './end-access.ts';

/** Gives a person with a confirmed email this role; a changed role ends all earlier sessions and access tokens. */
export const defineRoleCommand = (name: string, role: 'user' | 'admin') =>
  defineCommand({
    name,
    input: z.strictObject({ email }),
    access: 'system',
    async run(run, input) {
      const { tx, now } = run;
      const account = await accountByEmail(tx, input.email);
      if (!account?.emailConfirmedAt) {
        const message = account
          ? `Nobody has confirmed the email ${input.email} yet. Open the link in the mail of the sign-up first.`
          : `No account has the email ${input.email}.`;
        throw new DomainError(commonErrors.NOT_FOUND, { message });
      }
      const [user] = await tx.select().from(users).where(eq(users.id, account.id)).for('update');
      assert(user, 'an account is never removed');
      if (user.role === role) return { id: user.id, changed: false };
      await tx.update(users).set({ role, updatedAt: now }).where(eq(users.id, user.id));
      await endAccess(run, { userId: user.id });
      return { id: user.id, changed: true };
    },
    audit: (_, { id, changed }) => ({ subject: `user:${id}`, details: { changed } }),
  });
