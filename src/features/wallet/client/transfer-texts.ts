import { formatUsdExact } from '#kernel/money.ts';
import type { ToastContent } from '#ui/toast.ts';
import { type BankTransfer, INSTANT_DEPOSIT_CENTS } from '../wallet.contract.ts';

export type Direction = BankTransfer['direction'];

export const transferTexts = {
  deposit: {
    title: 'Deposit',
    description: `From your bank to your wallet. Deposits of up to ${formatUsdExact(INSTANT_DEPOSIT_CENTS)} a day are available right away; larger ones, when your bank clears them.`,
    verb: 'Deposit',
    busy: 'Depositing',
    refused: 'Nothing was deposited',
    refusedFunds: 'Your bank declined this amount.',
  },
  withdrawal: {
    title: 'Withdraw',
    description: 'From your wallet to your bank. The amount leaves your available cash right away.',
    verb: 'Withdraw',
    busy: 'Withdrawing',
    refused: 'Nothing was withdrawn',
    refusedFunds: 'Your available cash no longer covers this amount.',
  },
} as const satisfies Record<Direction, object>;

export const directionLabel = { deposit: 'Deposit', withdrawal: 'Withdrawal' } as const;

/** Message about a transfer that the server has accepted. */
export function transferToast({ direction, status, amountCents, failureReason }: BankTransfer): ToastContent {
  const label = directionLabel[direction];
  const amount = formatUsdExact(amountCents);
  if (status === 'failed') {
    const description = failureReason ?? `${amount} was not moved.`;
    return { title: `${label} Failed`, description, variant: 'destructive' };
  }
  if (direction === 'withdrawal') {
    return { title: 'Withdrawal started', description: `${amount} is on its way to your bank.` };
  }
  return status === 'completed'
    ? { title: 'Deposit complete', description: `${amount} was added to your available cash.` }
    : {
        title: 'Deposit started',
        description: `${amount} is available as soon as your bank has settled it.`,
      };
}
