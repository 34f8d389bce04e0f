import type { z } from 'zod';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { parseInput } from '#platform/server/errors/error-mapping.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { requestPasswordResetInput } from '../../identity.contract.ts';
import { PASSWORD_RESET_REQUESTED } from '../../identity.events.ts';

const emitPasswordResetRequest = defineCommand({
  name: 'identity.requestPasswordReset',
  input: requestPasswordResetInput,
  access: 'public',
  async run({ emit }, { email }) {
    emit({ type: PASSWORD_RESET_REQUESTED, payload: { email } });
    return { requested: true as const };
  },
  audit: () => ({ subject: 'password reset' }),
});

/**
 * Asks for the mail with which a new password can be chosen. Whether there is such an account is looked up by the job
 * that writes the mail, so the answer and its time are the same for every email. Each visitor has a limit of their own
 * for an email; when many have used up what one email may get, its links of before are still good, and nobody is refused.
 * @throws RATE_LIMITED
 */
export async function requestPasswordReset(
  ctx: TrpcContext,
  rawInput: z.input<typeof requestPasswordResetInput>,
) {
  const { platform, caller } = ctx;
  const input = parseInput(requestPasswordResetInput, rawInput);
  await platform.limits.consume('mailFrom', caller, caller.address);
  await platform.limits.consume('passwordReset', caller, `${input.email} ${caller.address}`);
  if (!(await platform.limits.tryConsume('passwordResetMail', input.email)))
    return { requested: true as const };
  return emitPasswordResetRequest(ctx, input);
}
