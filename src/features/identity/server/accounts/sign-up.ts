import { z } from 'zod';
import { users } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import { handle } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { parseInput } from '#platform/server/errors/error-mapping.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { identityErrors, invitationCode, signUpInput, type User } from '../../identity.contract.ts';
import { isWeakPassword } from '../../password.rules.ts';
import { clearReferralCookie, referralCodeIn } from '../sessions/cookies.ts';
import { openSession } from '../sessions/sign-in.ts';
import { accountByEmail } from './accounts.ts';
import { openAccount } from './open-account.ts';
import { refuseSignUp } from './refuse-sign-up.ts';

/**
 * Creates an account with no cash and role `user`. Used by sign-up, by the sample world and by tests; only
 * the product itself may say that an address is confirmed already, or which id an account has.
 * @throws EMAIL_TAKEN, WEAK_PASSWORD
 */
export const signUpCommand = defineCommand({
  name: 'identity.signUp',
  input: signUpInput.extend({
    id: handle.optional(),
    emailConfirmed: z.boolean().default(false),
    referralCode: invitationCode.optional(),
  }),
  access: 'public',
  async prepare({ platform }, input) {
    if (await accountByEmail(platform.db, input.email)) throw new DomainError(identityErrors.EMAIL_TAKEN);
    if (isWeakPassword(input.password, input)) throw new DomainError(identityErrors.WEAK_PASSWORD);
    return { passwordHash: await platform.passwords.hash(input.password) };
  },
  async run(run, input, { passwordHash }) {
    const { tx, now, newId } = run;
    const id = input.id ?? newId();
    const { email, firstName, lastName } = input;
    const emailConfirmedAt = input.emailConfirmed ? now : null;
    const created = await tx
      .insert(users)
      .values({
        id,
        email,
        firstName,
        lastName,
        passwordHash,
        emailConfirmedAt,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id });
    if (created.length === 0) throw new DomainError(identityErrors.EMAIL_TAKEN);
    openAccount(run, { userId: id, referralCode: input.referralCode });
    return { id };
  },
  audit: (_, { id }) => ({ subject: `user:${id}` }),
});

/**
 * Creates an account and signs it in. An email that has an account is refused, and its owner gets a mail, at most one a
 * day (docs/decisions/0027-one-account-per-email.md).
 * @throws EMAIL_TAKEN, WEAK_PASSWORD, RATE_LIMITED
 */
export async function signUp(ctx: TrpcContext, input: z.input<typeof signUpInput>): Promise<User> {
  const { platform, caller } = ctx;
  const person = parseInput(signUpInput, input);
  await platform.limits.consume('signUp', caller, caller.address);
  try {
    const { id } = await signUpCommand(ctx, { ...person, referralCode: referralCodeIn(ctx) });
    clearReferralCookie(ctx);
    return await openSession(ctx, { userId: id });
  } catch (error) {
    const isTaken = error instanceof DomainError && error.code === identityErrors.EMAIL_TAKEN.code;
    if (isTaken && (await platform.limits.tryConsume('signUpNotice', person.email))) {
      await refuseSignUp(ctx, { email: person.email });
    }
    throw error;
  }
}
