import { counted } from '#kernel/plural.ts';
import { after, DAY } from '#kernel/time.ts';
import type { Transaction, TransactionRange, TransactionType } from './transactions.contract.ts';

const DAYS = { '30d': 30, '90d': 90, '1y': 365 } as const;

/** The first moment of a range that ends now, or null for everything. */
export function startOf(range: TransactionRange, now: Date): Date | null {
  return range === 'all' ? null : after(now, -DAYS[range] * DAY);
}

export const typeLabel = {
  purchase: 'Purchase',
  sale: 'Sale',
  distribution: 'Distribution',
  reinvestment: 'Reinvestment',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  cancellation: 'Canceled purchase',
  refund: 'Refund',
  proceeds: 'Offering proceeds',
  rent: 'Rent',
  owner_share: "Owner's share",
  expenses_repaid: 'Expenses reimbursed',
  property: 'Property account',
  bid_reserved: 'Bid reserved',
  bid_released: 'Bid released',
  reward: 'Referral reward',
} as const satisfies Record<TransactionType, string>;

export const statusLabel = { completed: 'Completed', pending: 'Pending', failed: 'Failed' } as const;

type DescribedTransaction = Pick<Transaction, 'type' | 'shares' | 'amountCents'> & {
  property: string | null;
};

const sharesText = (shares: number | null) => (shares === null ? 'shares' : counted(shares, 'share'));

/** One sentence about a transaction, for screens and files. */
export function descriptionOf({ type, shares, amountCents, property }: DescribedTransaction): string {
  const name = property ?? 'a property';
  const came = amountCents > 0;
  const texts: Record<TransactionType, string> = {
    purchase: `Bought ${sharesText(shares)} of ${name}`,
    sale: `Sold ${sharesText(shares)} of ${name}`,
    distribution: `Distribution from ${name}`,
    reinvestment: `Reinvested in ${sharesText(shares)} of ${name}`,
    deposit: 'Deposit from your bank',
    withdrawal: came ? 'Withdrawal returned to your wallet' : 'Withdrawal to your bank',
    cancellation: `Canceled the purchase of ${sharesText(shares)} of ${name}`,
    refund: `Refund of ${sharesText(shares)} of ${name}`,
    proceeds: `Offering proceeds from ${name}`,
    rent: came ? `Rent returned for ${name}` : `Rent paid in for ${name}`,
    owner_share: `Owner's share of a distribution from ${name}`,
    expenses_repaid: `Expenses for ${name} reimbursed from its reserve`,
    bid_reserved: `Reserved for a bid on ${name}`,
    bid_released: `Released from a bid on ${name}`,
    reward: came ? 'Referral reward, for shares' : 'Referral reward returned',
    property: came ? `Received from the account of ${name}` : `Paid to the account of ${name}`,
  };
  return texts[type];
}
