import type { z } from 'zod';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { parseInput } from '#platform/server/errors/error-mapping.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { requestPasswordResetInput } from '../../identity.contract.ts';
import { PASSWORD_RESET_REQUESTED } from '../../identity.events.ts';

const requestPasswordResetCommand = defineCommand({
  name: 'identity.requestPasswordReset',
  input: requestPasswordResetInput,
  access: 'public',
  async run({ emit }, { email }) {
    emit(PASSWORD_RESET_REQUESTED, { payload: { email } });
    return { requested: true as const };
  },
  audit: () => ({ subject: 'password reset' }),
});

/**
 * Asks for the mail with which a new password can be chosen. The job that writes the mail looks up the account, so the
 * answer and its time are the same for every email. Each visitor has a limit of their own for an email; when many have
 * used up the limit of the email itself, nobody is refused, and its earlier links still work.
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
  return requestPasswordResetCommand(ctx, input);
}
