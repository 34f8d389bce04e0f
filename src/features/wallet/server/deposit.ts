import type { z } from 'zod';
import { type CommandContext, defineCommand } from '#platform/server/run-command.ts';
import { type BankTransfer, depositInput, INSTANT_DEPOSIT_CENTS } from '../wallet.contract.ts';
import { requestTransfer } from './request-transfer.ts';
import { settledView } from './wallet.queries.ts';

const requestDeposit = defineCommand({
  name: 'wallet.deposit',
  input: depositInput,
  access: 'signedIn',
  async run(run, { amountCents }) {
    const transfer = await requestTransfer(run, 'deposit', amountCents);
    return { operationId: run.operationId, transfer };
  },
  audit: ({ amountCents }, { transfer }) => ({
    subject: `transfer:${transfer.id}`,
    details: { amountCents },
  }),
});

/**
 * Orders a deposit from the caller's bank. The wallet is credited when the bank has settled it: small deposits at
 * once, so that the answer already says so, larger ones within seconds. Idempotent by `requestId`.
 * @throws TOO_MANY_PENDING
 */
export async function deposit(
  ctx: CommandContext,
  input: z.input<typeof depositInput>,
): Promise<BankTransfer> {
  const { operationId, transfer } = await requestDeposit(ctx, input);
  if (transfer.amountCents <= INSTANT_DEPOSIT_CENTS) await ctx.platform.jobs.settle(operationId);
  return settledView(ctx.platform.db, transfer.id);
}
