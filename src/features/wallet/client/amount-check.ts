import { type Cents, formatUsdExact, parseUsd } from '#kernel/money.ts';
import {
  MAX_TRANSFER_CENTS,
  MIN_TRANSFER_CENTS,
  UNCONFIRMED_MONTHLY_DEPOSIT_CENTS,
} from '../wallet.contract.ts';

export type CheckedAmount = { cents: Cents; problem: null } | { cents: null; problem: string };

interface Bounds {
  /** Maximum withdrawal; null for a deposit. */
  availableCents: Cents | null;
  /** Maximum deposit of this month before the email is confirmed; null without such a limit. */
  unconfirmedLeftCents?: Cents | null;
}

/** Reads the amount of a transfer exactly as typed, with or without "$" and thousands separators. */
export function checkAmount(
  text: string,
  { availableCents, unconfirmedLeftCents = null }: Bounds,
): CheckedAmount {
  const plain = text.trim().replace(/^\$\s*/, '');
  const ungrouped = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(plain) ? plain.replaceAll(',', '') : plain;
  const cents = parseUsd(ungrouped.replace(/\.$/, ''));
  if (plain === '') return refused('Enter an amount.');
  if (cents === null || cents < 0) {
    return refused('Enter the amount in dollars and cents, such as 500.00.');
  }
  if (cents < MIN_TRANSFER_CENTS)
    return refused(`The smallest transfer is ${formatUsdExact(MIN_TRANSFER_CENTS)}.`);
  if (cents > MAX_TRANSFER_CENTS)
    return refused(`The largest transfer is ${formatUsdExact(MAX_TRANSFER_CENTS)}.`);
  if (availableCents !== null && cents > availableCents) {
    return refused(`You have ${formatUsdExact(availableCents)} available.`);
  }
  if (unconfirmedLeftCents !== null && cents > unconfirmedLeftCents) {
    return refused(
      `To deposit more than ${formatUsdExact(UNCONFIRMED_MONTHLY_DEPOSIT_CENTS)} a month, confirm your email with the link we sent you. You can deposit ${formatUsdExact(unconfirmedLeftCents)} more until then.`,
    );
  }
  return { cents, problem: null };
}

function refused(problem: string): CheckedAmount {
  return { cents: null, problem };
}
