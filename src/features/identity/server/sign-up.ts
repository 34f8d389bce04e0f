import { z } from 'zod';
import { users } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import { handle } from '#kernel/schemas.ts';
import { parseInput } from '#platform/server/error-mapping.ts';
import { defineCommand } from '#platform/server/run-command.ts';
import type { TrpcContext } from '#platform/server/trpc.ts';
import { identityErrors, signUpInput, type User } from '../identity.contract.ts';
import { SIGNED_UP } from '../identity.events.ts';
import { isWeakPassword } from '../password.rules.ts';
import { enter } from './sign-in.ts';

/**
 * Creates an account with no cash and role `user` (AUTH-09). Used by sign-up, by the sample world and by tests; only
 * the product itself may say that an address is confirmed already, or which id an account has.
 */
export const createAccount = defineCommand({
  name: 'identity.signUp',
  input: signUpInput.extend({ id: handle.optional(), emailConfirmed: z.boolean().default(false) }),
  access: 'public',
  async prepare({ platform }, input) {
    if (isWeakPassword(input.password, input)) throw new DomainError(identityErrors.WEAK_PASSWORD);
    return { passwordHash: await platform.passwords.hash(input.password) };
  },
  async run({ tx, now, newId, emit }, input, { passwordHash }) {
    const id = input.id ?? newId();
    const { email, firstName, lastName } = input;
    await tx.insert(users).values({
      id,
      email,
      firstName,
      lastName,
      passwordHash,
      emailConfirmedAt: input.emailConfirmed ? now : null,
      createdAt: now,
      updatedAt: now,
    });
    emit({ type: SIGNED_UP, userId: id, payload: { userId: id } });
    return { id };
  },
  audit: (_, { id }) => ({ subject: `user:${id}` }),
});

/**
 * Creates an account and signs it in. A taken address is answered exactly like a free one, with an account of its own
 * that can never confirm that address; the owner is told by mail (docs/decisions/sign-up-tells-nothing.md).
 */
export async function signUp(ctx: TrpcContext, input: z.input<typeof signUpInput>): Promise<User> {
  const { platform, caller } = ctx;
  const person = parseInput(signUpInput, input);
  await platform.limits.consume('signUp', caller, caller.address);
  await platform.limits.consume('signUpWithEmail', caller, person.email);
  const { id } = await createAccount(ctx, person);
  return enter(ctx, { userId: id });
}
