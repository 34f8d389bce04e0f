import { z } from 'zod';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { parseInput } from '#platform/server/errors/error-mapping.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { requestPasswordResetInput } from '../../identity.contract.ts';
import { PASSWORD_RESET_REQUESTED } from '../../identity.events.ts';

const requestPasswordResetCommand = defineCommand({
  name: 'identity.requestPasswordReset',
  input: requestPasswordResetInput.extend({ mayRepeat: z.boolean() }),
  access: 'public',
  async run({ emit }, { email, mayRepeat }) {
    emit(PASSWORD_RESET_REQUESTED, { payload: { email, mayRepeat } });
    return { requested: true as const };
  },
  audit: () => ({ subject: 'password reset' }),
});

/**
 * Asks for the mail with which a new password can be chosen. The job that writes the mail looks up the account, so the
 * answer and its time are the same for every email. Nobody is refused because of what others asked for the same email
 * from other addresses; a visitor who has asked for it often gets another mail once no earlier link works.
 * @throws RATE_LIMITED
 */
export async function requestPasswordReset(
  ctx: TrpcContext,
  rawInput: z.input<typeof requestPasswordResetInput>,
) {
  const { limits } = ctx.platform;
  const { address } = ctx.caller;
  const { email } = parseInput(requestPasswordResetInput, rawInput);
  await limits.consume('mailFrom', ctx.caller, address);
  const mayRepeat = await limits.tryConsume('passwordReset', `${email} ${address}`);
  return requestPasswordResetCommand(ctx, { email, mayRepeat });
}
