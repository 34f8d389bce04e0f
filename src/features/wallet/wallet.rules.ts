import type { Cents } from '#kernel/money.ts';
import { INSTANT_DEPOSIT_CENTS, UNCONFIRMED_MONTHLY_DEPOSIT_CENTS } from './wallet.contract.ts';

/** What of today's deposits may still be available at once. */
export function instantLeft(instantTodayCents: Cents): Cents {
  return Math.max(0, INSTANT_DEPOSIT_CENTS - instantTodayCents);
}

/** What may still be deposited this month before the email is confirmed. */
export function unconfirmedLeft(depositedThisMonthCents: Cents): Cents {
  return Math.max(0, UNCONFIRMED_MONTHLY_DEPOSIT_CENTS - depositedThisMonthCents);
}
