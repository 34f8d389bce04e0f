import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { bankTransfers } from '#db/schema/wallet.ts';
import { notify } from '#features/notifications/server/index.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { fullName } from '#kernel/person.ts';
import type { ApprovalRule } from '#platform/server/commands/approval.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { lockAndReadFreezes } from '#platform/server/security/frozen-accounts.ts';
import { releaseWithdrawalInput, walletErrors } from '../wallet.contract.ts';
import { TRANSFER_REQUESTED } from '../wallet.events.ts';
import { lockHeldWithdrawal, ownerDecidedOnBy } from './withdrawal-decision.ts';

const releaseApproval: ApprovalRule<{ transferId: string }> = {
  async describe(tx, { transferId }) {
    const [found] = await tx
      .select({ transfer: bankTransfers, person: users })
      .from(bankTransfers)
      .innerJoin(users, eq(users.id, bankTransfers.userId))
      .where(eq(bankTransfers.id, transferId));
    if (!found) throw new DomainError(commonErrors.NOT_FOUND);
    const { transfer, person } = found;
    const name = fullName(person);
    return {
      subject: `transfer:${transferId}`,
      title: `Release the withdrawal of ${name}`,
      facts: [
        { label: 'Amount', value: formatUsdExact(transfer.amountCents) },
        { label: 'To', value: `${name}, ${person.email}` },
        { label: 'On hold because', value: transfer.holdReason ?? 'Not on hold' },
      ],
      path: '/admin-users?view=withdrawals',
    };
  },
};

/**
 * Lets a withdrawal on hold go to the bank.
 * @throws NOT_FOUND, OWN_WITHDRAWAL, OWNER_FROZEN, NOT_HELD
 */
export const releaseWithdrawal = defineCommand({
  name: 'wallet.releaseWithdrawal',
  input: releaseWithdrawalInput,
  access: 'admin',
  needsApproval: releaseApproval,
  async run(run, { transferId }) {
    const { tx, actor, emit } = run;
    const userId = await ownerDecidedOnBy(tx, actor, transferId);
    const frozen = await lockAndReadFreezes(tx, [userId]);
    const { amountCents } = await lockHeldWithdrawal(tx, transferId);
    if (frozen.has(userId)) throw new DomainError(walletErrors.OWNER_FROZEN);
    await tx
      .update(bankTransfers)
      .set({ status: 'pending', holdReason: null })
      .where(eq(bankTransfers.id, transferId));
    await notify(run, {
      userId,
      type: 'system',
      priority: 'high',
      title: 'Your withdrawal is no longer on hold',
      message: `${formatUsdExact(amountCents)} is on its way to your bank.`,
      actionUrl: '/wallet?view=transfers',
      always: true,
    });
    emit(TRANSFER_REQUESTED, { userId, broadcast: { audience: 'admins' }, payload: { transferId } });
    return { status: 'pending' as const };
  },
  audit: ({ transferId }) => ({ subject: `transfer:${transferId}` }),
});
