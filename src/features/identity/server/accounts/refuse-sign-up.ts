import { z } from 'zod';
import { email } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { SIGN_UP_REFUSED } from '../../identity.events.ts';
import { accountByEmail } from './accounts.ts';

export const refuseSignUp = defineCommand({
  name: 'identity.refuseSignUp',
  input: z.strictObject({ email }),
  access: 'public',
  async run({ tx, emit }, input) {
    const account = await accountByEmail(tx, input.email);
    if (account) emit(SIGN_UP_REFUSED, { payload: { userId: account.id } });
    return { id: account?.id ?? null };
  },
  audit: (_, { id }) => ({ subject: id === null ? 'sign-up' : `user:${id}` }),
});
