import { eq } from 'drizzle-orm';
import { bankTransfers } from '#db/schema/wallet.ts';
import { accounts, post } from '#features/ledger/server/index.ts';
import { notify } from '#features/notifications/server/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { rejectWithdrawalInput } from '../wallet.contract.ts';
import { TRANSFER_SETTLED } from '../wallet.events.ts';
import { lockHeldWithdrawal, ownerDecidedOnBy } from './withdrawal-decision.ts';

/**
 * Ends a withdrawal on hold, with a reason that its owner reads: its money is available cash again. Idempotent by
 * `requestId`.
 * @throws NOT_FOUND, OWN_WITHDRAWAL, NOT_HELD
 */
export const rejectWithdrawal = defineCommand({
  name: 'wallet.rejectWithdrawal',
  input: rejectWithdrawalInput,
  access: 'admin',
  needsApproval: false,
  async run(run, { transferId, reason }) {
    const { tx, actor, now, operationId, emit } = run;
    const userId = await ownerDecidedOnBy(tx, actor, transferId);
    const { amountCents } = await lockHeldWithdrawal(tx, transferId);
    await post(tx, run, [
      {
        code: 'withdrawal_returned',
        debit: accounts.userWithdrawing(userId),
        credit: accounts.userCash(userId),
        amount: amountCents,
      },
    ]);
    await tx
      .update(bankTransfers)
      .set({
        status: 'failed',
        failureReason: reason,
        holdReason: null,
        settledAt: now,
        settledOperationId: operationId,
      })
      .where(eq(bankTransfers.id, transferId));
    await notify(run, {
      userId,
      type: 'system',
      priority: 'high',
      title: 'Your withdrawal was rejected',
      message: `${formatUsdExact(amountCents)} is back in your available cash. Reason: ${reason}`,
      actionUrl: '/wallet?view=transfers',
      always: true,
    });
    emit(TRANSFER_SETTLED, {
      userId,
      broadcast: { audience: 'admins' },
      payload: { transferId, status: 'failed' },
    });
    return { status: 'failed' as const };
  },
  audit: ({ transferId, reason }) => ({
    subject: `transfer:${transferId}`,
    details: { reason: typed(reason) },
  }),
});
