import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { secondFactorOf } from '../second-factor/second-factor.ts';
import { setFlowCookie } from './cookies.ts';
import { type Credentials, credentials, requireSamePassword } from './credentials.ts';
import { beginFlow } from './flows.ts';

export const beginSecondStep = defineCommand({
  name: 'identity.beginSecondStep',
  input: credentials,
  access: 'public',
  async run({ tx, now }, credentials) {
    await requireSamePassword(tx, credentials);
    return beginFlow(tx, { kind: 'second_factor', userId: credentials.userId, now });
  },
  audit: ({ userId }) => ({ subject: `user:${userId}` }),
});

/**
 * Whether a code is still required; if so, the browser stores the token of the second step.
 * @throws WRONG_CREDENTIALS when the password was changed in the meantime
 */
export async function beginSecondStepIfEnabled(ctx: TrpcContext, credentials: Credentials): Promise<boolean> {
  const factor = await secondFactorOf(ctx.platform.db, credentials.userId);
  if (!factor?.enabledAt) return false;
  setFlowCookie(ctx, 'second-factor', await beginSecondStep(ctx, credentials));
  return true;
}
