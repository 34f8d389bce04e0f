import { type Cents, formatUsd, formatUsdExact } from '#kernel/money.ts';
import { MAX_TRANSFER_CENTS, MIN_TRANSFER_CENTS, type WalletOverview } from '../wallet.contract.ts';

/** An amount that one click fills in. */
export interface AmountChoice {
  cents: Cents;
  label: string;
}

export const DEPOSIT_CHOICES: readonly AmountChoice[] = [10_000, 50_000, 100_000, 500_000].map((cents) => ({
  cents,
  label: formatUsd(cents),
}));

/** The full balance, or as much of it as one transfer can move; nothing when it is too little for one. */
export function withdrawalChoices({
  availableCents,
}: Pick<WalletOverview, 'availableCents'>): readonly AmountChoice[] {
  if (availableCents < MIN_TRANSFER_CENTS) return [];
  const cents = Math.min(availableCents, MAX_TRANSFER_CENTS);
  const word = cents === availableCents ? 'Full balance' : 'Maximum per transfer';
  return [{ cents, label: `${word}, ${formatUsdExact(cents)}` }];
}
