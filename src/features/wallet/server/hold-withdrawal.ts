import { and, eq, isNull } from 'drizzle-orm';
import { bankTransfers } from '#db/schema/wallet.ts';
import { notify } from '#features/notifications/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { holdWithdrawalInput, walletErrors } from '../wallet.contract.ts';
import { TRANSFER_HELD } from '../wallet.events.ts';
import { lockWithdrawal, ownerDecidedOnBy } from './withdrawal-decision.ts';

/**
 * Puts a withdrawal on hold, with a reason that its owner reads, until an admin releases or rejects it. Its money
 * stays reserved. One that went to the bank cannot be held.
 * @throws NOT_FOUND, OWN_WITHDRAWAL, ALREADY_HELD, WITHDRAWAL_SENT
 */
export const holdWithdrawal = defineCommand({
  name: 'wallet.holdWithdrawal',
  input: holdWithdrawalInput,
  access: 'admin',
  needsApproval: false,
  async run(run, { transferId, reason }) {
    const { tx, actor, emit } = run;
    const userId = await ownerDecidedOnBy(tx, actor, transferId);
    const { status, sentAt, amountCents } = await lockWithdrawal(tx, transferId);
    if (status === 'held') throw new DomainError(walletErrors.ALREADY_HELD);
    if (status !== 'pending' || sentAt !== null) throw new DomainError(walletErrors.WITHDRAWAL_SENT);
    await tx
      .update(bankTransfers)
      .set({ status: 'held', holdReason: reason })
      .where(eq(bankTransfers.id, transferId));
    await notify(run, {
      userId,
      type: 'system',
      priority: 'high',
      title: 'Your withdrawal is on hold',
      message: `${formatUsdExact(amountCents)} will not be sent to your bank until we have reviewed it. Reason: ${reason}`,
      actionUrl: '/wallet?view=transfers',
      always: true,
    });
    emit(TRANSFER_HELD, { userId, broadcast: { audience: 'admins' }, payload: { transferId } });
    return { status: 'held' as const };
  },
  audit: ({ transferId, reason }) => ({
    subject: `transfer:${transferId}`,
    details: { reason: typed(reason) },
  }),
});

/** Holds every withdrawal of a person that has not gone to the bank; returns how many. */
export async function holdWithdrawalsOf(
  { tx, emit }: Pick<Run, 'tx' | 'emit'>,
  { userId, reason }: { userId: string; reason: string },
): Promise<number> {
  const heldTransfers = await tx
    .update(bankTransfers)
    .set({ status: 'held', holdReason: reason })
    .where(
      and(
        eq(bankTransfers.userId, userId),
        eq(bankTransfers.direction, 'withdrawal'),
        eq(bankTransfers.status, 'pending'),
        isNull(bankTransfers.sentAt),
      ),
    )
    .returning({ transferId: bankTransfers.id });
  for (const payload of heldTransfers)
    emit(TRANSFER_HELD, { userId, broadcast: { audience: 'admins' }, payload });
  return heldTransfers.length;
}
