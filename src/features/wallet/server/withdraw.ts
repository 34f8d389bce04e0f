import { requireConfirmedEmail } from '#features/identity/server/index.ts';
import { accounts, lockBalances, post } from '#features/ledger/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { requireRecentAuthentication } from '#platform/server/security/recent-authentication.ts';
import { walletErrors, withdrawInput } from '../wallet.contract.ts';
import { requestTransfer } from './request-transfer.ts';

/**
 * Orders a withdrawal to the caller's bank. The money leaves the available cash immediately and comes back if the bank
 * refuses it. Idempotent by `requestId`.
 * @throws CONFIRM_IDENTITY, EMAIL_NOT_CONFIRMED, INSUFFICIENT_FUNDS, TOO_MANY_PENDING
 */
export const withdraw = defineCommand({
  name: 'wallet.withdraw',
  input: withdrawInput,
  access: 'signedIn',
  async run(run, { amountCents }) {
    requireRecentAuthentication(run.actor, run.now);
    await requireConfirmedEmail(run.tx, run.actor.userId);
    const cash = accounts.userCash(run.actor.userId);
    const withdrawing = accounts.userWithdrawing(run.actor.userId);
    const balances = await lockBalances(run.tx, [cash, withdrawing]);
    if ((balances.get(cash.id) ?? 0) < amountCents) throw new DomainError(walletErrors.INSUFFICIENT_FUNDS);
    await post(run.tx, run, [{ code: 'withdrawal', debit: cash, credit: withdrawing, amount: amountCents }]);
    const { transfer } = await requestTransfer(run, 'withdrawal', amountCents);
    return transfer;
  },
  audit: ({ amountCents }, { id }) => ({ subject: `transfer:${id}`, details: { amountCents } }),
});
