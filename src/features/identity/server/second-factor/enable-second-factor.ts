import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { secondFactors } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { parseInput } from '#platform/server/errors/error-mapping.ts';
import { requireRecentAuthentication } from '#platform/server/security/recent-authentication.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { identityErrors, signInCodeInput } from '../../identity.contract.ts';
import { SECURITY_CHANGED, SESSIONS_ENDED } from '../../identity.events.ts';
import { lockOwnAccount, requireSession } from '../accounts/lock-account.ts';
import { userActorOf } from '../accounts/user-actor.ts';
import {
  consumeCode,
  replaceRecoveryCodes,
  resetCodeAttempts,
  type VerifiedCode,
  verifyCode,
} from './second-factor.ts';

const enableSecondFactorCommand = defineCommand({
  name: 'identity.enableSecondFactor',
  input: z.strictObject({ checked: z.custom<VerifiedCode>() }),
  access: 'signedIn',
  async run(run, { checked }) {
    const { tx, actor, now, emit } = run;
    requireRecentAuthentication(actor, now);
    const { userId } = actor;
    await lockOwnAccount(tx, actor);
    await consumeCode(run, checked);
    const enabled = await tx
      .update(secondFactors)
      .set({ enabledAt: now })
      .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.enabledAt)))
      .returning({ userId: secondFactors.userId });
    if (enabled.length === 0) throw new DomainError(identityErrors.SECOND_FACTOR_ON);
    emit(SECURITY_CHANGED, { userId, payload: { userId, change: 'second_factor_on' } });
    // With an operator that requires it, this decides what an admin may do.
    emit(SESSIONS_ENDED, { userId, payload: {} });
    return { recoveryCodes: await replaceRecoveryCodes(tx, userId) };
  },
  audit: ({ checked }) => ({ subject: `user:${checked.userId}` }),
});

/**
 * Turns the caller's authenticator app on, by its first code; returns the recovery codes, which are never shown again.
 * @throws CONFIRM_IDENTITY, UNAUTHORIZED, WRONG_CODE, TOO_MANY_ATTEMPTS, SECOND_FACTOR_ON
 */
export async function enableSecondFactor(ctx: TrpcContext, rawInput: z.input<typeof signInCodeInput>) {
  const { platform, caller } = ctx;
  const actor = userActorOf(caller.actor);
  const { userId } = actor;
  // Before anything is checked: a token that leaked must not use up its owner's attempts.
  requireSession(actor);
  requireRecentAuthentication(actor, platform.clock.now());
  const { code } = parseInput(signInCodeInput, rawInput);
  const checked = await verifyCode(platform, { userId, code, address: caller.address });
  const codes = await enableSecondFactorCommand(ctx, { checked });
  await resetCodeAttempts(platform, userId, caller.address);
  return codes;
}
