import type { z } from 'zod';
import { type CommandContext, defineCommand } from '#platform/server/commands/run-command.ts';
import { type BankTransfer, depositInput } from '../wallet.contract.ts';
import { requestTransfer } from './request-transfer.ts';
import { transferById } from './wallet.queries.ts';

const depositCommand = defineCommand({
  name: 'wallet.deposit',
  input: depositInput,
  access: 'signedIn',
  needsConsent: true,
  async run(run, { amountCents }) {
    const requested = await requestTransfer(run, 'deposit', amountCents);
    return { operationId: run.operationId, ...requested };
  },
  audit: ({ amountCents }, { transfer }) => ({
    subject: `transfer:${transfer.id}`,
    details: { amountCents },
  }),
});

/**
 * Orders a deposit from the caller's bank. The wallet is credited when the bank has settled it: up to
 * $1,000 a day immediately, so that the answer already says so, the rest within seconds. Idempotent by `requestId`.
 * @throws TOO_MANY_PENDING, DEPOSIT_NEEDS_EMAIL
 */
export async function deposit(
  ctx: CommandContext,
  input: z.input<typeof depositInput>,
): Promise<BankTransfer> {
  const { operationId, transfer, instant } = await depositCommand(ctx, input);
  if (instant) await ctx.platform.jobs.runOperation(operationId);
  return transferById(ctx.platform.db, transfer.id);
}
