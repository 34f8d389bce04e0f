import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { parseInput } from '#platform/server/errors/error-mapping.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { confirmIdentityInput, identityErrors } from '../../identity.contract.ts';
import { requireSession } from '../accounts/lock-account.ts';
import { userActorOf } from '../accounts/user-actor.ts';
import { recordPasskeyUse, type VerifiedPasskey, verifyPasskey } from '../passkeys/passkeys.ts';
import {
  consumeCode,
  resetCodeAttempts,
  secondFactorOf,
  type VerifiedCode,
  verifyCode,
} from '../second-factor/second-factor.ts';
import { consumeFlow } from './flows.ts';
import { markAuthenticated } from './sessions.ts';

type VerifiedFactor =
  | { by: 'password' }
  | { by: 'code'; checked: VerifiedCode }
  | { by: 'passkey'; used: VerifiedPasskey };

const confirmIdentityCommand = defineCommand({
  name: 'identity.confirmIdentity',
  input: z.strictObject({ factor: z.custom<VerifiedFactor>() }),
  access: 'signedIn',
  whileFrozen: true,
  async run(run, { factor }) {
    const { tx, actor, now } = run;
    // A token is not a session: nothing it does makes it count as the person.
    const sessionId = requireSession(actor);
    if (factor.by === 'code') await consumeCode(run, factor.checked);
    if (factor.by === 'passkey') {
      const flow = await consumeFlow(tx, 'passkey_confirm', factor.used.flow, now);
      if (!flow) throw new DomainError(identityErrors.SIGN_IN_EXPIRED);
      await recordPasskeyUse(tx, factor.used, now);
    }
    await markAuthenticated(tx, sessionId, now);
    return { confirmed: true as const };
  },
  audit: ({ factor }, _, actor) => ({
    subject: `user:${actor.userId}`,
    details: { by: factor.by },
  }),
});

/**
 * The caller proves again who they are, by password, by a code of the second factor, or by a passkey. For the
 * next ten minutes this session may do what `requireRecentAuthentication` guards.
 * @throws WRONG_PASSWORD, WRONG_CODE, WRONG_PASSKEY, TOO_MANY_ATTEMPTS, SIGN_IN_EXPIRED, NO_SECOND_FACTOR
 */
export async function confirmIdentity(ctx: TrpcContext, rawInput: z.input<typeof confirmIdentityInput>) {
  const actor = userActorOf(ctx.caller.actor);
  // Before anything is checked: a token that leaked must not use up its owner's attempts.
  requireSession(actor);
  const factor = await verifyFactor(ctx, actor, parseInput(confirmIdentityInput, rawInput));
  const confirmed = await confirmIdentityCommand(ctx, { factor: factor });
  if (factor.by === 'code') await resetCodeAttempts(ctx.platform, actor.userId, ctx.caller.address);
  return confirmed;
}

async function verifyFactor(
  { platform, caller }: TrpcContext,
  { userId }: UserActor,
  input: z.output<typeof confirmIdentityInput>,
): Promise<VerifiedFactor> {
  if (input.by === 'passkey') {
    const { flow, answer } = input;
    const used = await verifyPasskey(platform, { kind: 'passkey_confirm', flow, answer });
    // The question may have been asked, and answered, in a session of another account.
    if (used.passkey.userId !== userId) throw new DomainError(identityErrors.WRONG_PASSKEY);
    return { by: 'passkey', used };
  }
  if (input.by === 'code') {
    const factor = await secondFactorOf(platform.db, userId);
    if (!factor?.enabledAt) throw new DomainError(identityErrors.NO_SECOND_FACTOR);
    const { code } = input;
    return { by: 'code', checked: await verifyCode(platform, { userId, code, address: caller.address }) };
  }
  const key = `password ${userId}`;
  await platform.limits.consumeByKey('failedSignIn', key, identityErrors.TOO_MANY_ATTEMPTS);
  const [user] = await platform.db.select().from(users).where(eq(users.id, userId));
  const matches = await platform.passwords.verify(user?.passwordHash ?? null, input.password);
  if (!matches) throw new DomainError(identityErrors.WRONG_PASSWORD);
  await platform.limits.reset('failedSignIn', key);
  return { by: 'password' };
}
