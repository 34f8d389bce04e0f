import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { bankTransfers } from '#db/schema/wallet.ts';
import { accounts, post, type Transfer } from '#features/ledger/server/index.ts';
import { assert } from '#kernel/assert.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { cents } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { TRANSFER_SETTLED } from '../wallet.events.ts';

const settlement = z.strictObject({
  transferId: z.uuid(),
  outcome: z.discriminatedUnion('status', [
    z.strictObject({ status: z.literal('completed'), amountCents: cents }),
    z.strictObject({ status: z.literal('failed'), reason: z.string() }),
  ]),
});

type SettledTransfer = Pick<typeof bankTransfers.$inferSelect, 'userId' | 'direction' | 'amountCents'>;

function transfersOf({ userId, direction, amountCents }: SettledTransfer, completed: boolean): Transfer[] {
  const cash = accounts.userCash(userId);
  const withdrawing = accounts.userWithdrawing(userId);
  if (direction === 'deposit') {
    return completed ? [{ code: 'deposit', debit: accounts.bank(), credit: cash, amount: amountCents }] : [];
  }
  return completed
    ? [{ code: 'withdrawal_settled', debit: withdrawing, credit: accounts.bank(), amount: amountCents }]
    : [{ code: 'withdrawal_returned', debit: withdrawing, credit: cash, amount: amountCents }];
}

/**
 * Books how a transfer ended, with the amount that was ordered. A transfer that is settled already is left alone, however
 * often the bank says so.
 */
export const settleTransfer = defineCommand({
  name: 'wallet.settleTransfer',
  input: settlement,
  access: 'system',
  async run(run, { transferId, outcome }) {
    const { tx, now, operationId, emit } = run;
    const [transfer] = await tx
      .select()
      .from(bankTransfers)
      .where(eq(bankTransfers.id, transferId))
      .for('update');
    if (!transfer) throw new DomainError(commonErrors.NOT_FOUND);
    if (transfer.status !== 'pending') return { settled: false };
    if (outcome.status === 'completed')
      assert(
        outcome.amountCents === transfer.amountCents,
        `transfer ${transferId} was ordered with another amount`,
      );
    const movements = transfersOf(transfer, outcome.status === 'completed');
    if (movements.length > 0) await post(tx, run, movements);
    const failureReason = outcome.status === 'failed' ? outcome.reason : null;
    await tx
      .update(bankTransfers)
      .set({ status: outcome.status, failureReason, settledAt: now, settledOperationId: operationId })
      .where(eq(bankTransfers.id, transferId));
    emit(TRANSFER_SETTLED, { userId: transfer.userId, payload: { transferId, status: outcome.status } });
    return { settled: true };
  },
  audit: ({ transferId, outcome }, { settled }) => ({
    subject: `transfer:${transferId}`,
    details: { status: outcome.status, settled },
  }),
});
