import type { Cents } from '#kernel/money.ts';
import { INSTANT_DEPOSIT_CENTS, UNCONFIRMED_MONTHLY_DEPOSIT_CENTS } from './wallet.contract.ts';

/** Amount of today's deposits that may still be available immediately. */
export function instantLeft(instantTodayCents: Cents): Cents {
  return Math.max(0, INSTANT_DEPOSIT_CENTS - instantTodayCents);
}

/** Amount that may still be deposited this month before the email is confirmed. */
export function unconfirmedLeft(depositedThisMonthCents: Cents): Cents {
  return Math.max(0, UNCONFIRMED_MONTHLY_DEPOSIT_CENTS - depositedThisMonthCents);
}
