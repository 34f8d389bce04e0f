import { type Cents, formatUsdExact } from '#kernel/money.ts';
import { counted, plural } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import type { NewNotification } from './notify.ts';

/** Shares that one person bought, sold or returned; the fills of one order are one receipt. */
export interface ShareReceipt {
  kind: 'purchase' | 'reinvestment' | 'autoInvest' | 'sale' | 'cancellation';
  userId: string;
  property: string;
  shares: number;
  lowestPriceCents: Cents;
  highestPriceCents: Cents;
  amountCents: Cents;
  /** The fee that this person paid on top of the amount. */
  feeCents: Cents;
  at: Date;
  /** Order of its command among the receipts that are sent together. */
  ordinal: number;
}

/** A deposit or withdrawal that the bank has settled. */
export interface TransferReceipt {
  userId: string;
  direction: 'deposit' | 'withdrawal';
  amountCents: Cents;
  failureReason: string | null;
  at: Date;
  ordinal: ShareReceipt['ordinal'];
}

const HISTORY_PATH = '/transaction-history';

const shareTitles = {
  purchase: 'Purchase completed',
  reinvestment: 'Distribution reinvested',
  autoInvest: 'Auto-Invest bought shares',
  sale: 'Shares sold',
  cancellation: 'Purchase canceled and refunded',
} as const satisfies Record<ShareReceipt['kind'], string>;

const openings = {
  purchase: 'You bought',
  reinvestment: 'You reinvested in',
  autoInvest: 'Auto-Invest bought',
  sale: 'You sold',
  cancellation: 'You canceled your purchase of',
} as const satisfies Record<ShareReceipt['kind'], string>;

/** The content of a receipt for shares: property, shares, price, fee, total and day. */
export function shareNotification(receipt: ShareReceipt): NewNotification {
  const { kind, userId, property, shares, amountCents, feeCents, at } = receipt;
  const many = counted(shares, 'share');
  const total = formatUsdExact(amountCents + feeCents);
  const money = kind === 'cancellation' ? `and got ${total} back` : `for ${total}`;
  const fee = feeCents > 0 ? `plus a fee of ${formatUsdExact(feeCents)}` : 'no fee';
  const parts = `${many} at ${priceText(receipt)}, ${formatUsdExact(amountCents)}, ${fee}`;
  return {
    userId,
    type: kind === 'reinvestment' ? 'distribution' : 'property',
    priority: kind === 'cancellation' ? 'high' : 'medium',
    title: shareTitles[kind],
    message: `${openings[kind]} ${many} of ${property} ${money} on ${formatDate(at)}: ${parts}.`,
    actionUrl: HISTORY_PATH,
  };
}

function priceText({ lowestPriceCents, highestPriceCents, shares }: ShareReceipt): string {
  const lowest = formatUsdExact(lowestPriceCents);
  if (lowestPriceCents < highestPriceCents) return `${lowest} to ${formatUsdExact(highestPriceCents)} each`;
  return plural(shares, lowest, `${lowest} each`);
}

/** Outcome of a deposit or withdrawal, and where its money is. */
export function transferNotification(receipt: TransferReceipt): NewNotification {
  const { userId, direction, amountCents, failureReason, at } = receipt;
  const common = { userId, type: 'system', actionUrl: HISTORY_PATH } as const;
  const transfer = `${direction} of ${formatUsdExact(amountCents)}`;
  const noun = direction === 'deposit' ? 'Deposit' : 'Withdrawal';
  const day = formatDate(at);
  if (failureReason !== null) {
    const returned =
      direction === 'deposit' ? 'No money was added to your wallet.' : 'The money is back in your wallet.';
    return {
      ...common,
      priority: 'high',
      title: `${noun} failed`,
      message: `Your ${transfer} failed on ${day}. ${sentence(failureReason)} ${returned}`,
    };
  }
  const arrived = direction === 'deposit' ? 'was added to your wallet' : 'was paid out to your bank account';
  return {
    ...common,
    priority: 'low',
    title: `${noun} completed`,
    message: `Your ${transfer} ${arrived} on ${day}. No fee was charged.`,
  };
}

/** A reason from outside, with a full stop at its end. */
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
