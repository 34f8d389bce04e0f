import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { providerAccounts } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { identityErrors } from '../../identity.contract.ts';
import { consumeFlow } from '../sessions/flows.ts';

export const matchProviderAccount = defineCommand({
  name: 'identity.matchProviderAccount',
  input: z.strictObject({ token: z.string(), issuer: z.string(), subject: z.string() }),
  access: 'public',
  async run({ tx, now }, { token, issuer, subject }) {
    if (!(await consumeFlow(tx, 'provider', token, now)))
      throw new DomainError(identityErrors.SIGN_IN_EXPIRED);
    const [account] = await tx
      .update(providerAccounts)
      .set({ lastUsedAt: now })
      .where(and(eq(providerAccounts.issuer, issuer), eq(providerAccounts.subject, subject)))
      .returning({ userId: providerAccounts.userId });
    return { userId: account?.userId ?? null };
  },
  audit: (_, { userId }) => ({ subject: userId === null ? 'sign-in' : `user:${userId}` }),
});
