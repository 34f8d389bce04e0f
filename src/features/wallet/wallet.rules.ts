import type { ErrorDefinition } from '#kernel/errors.ts';
import type { Cents } from '#kernel/money.ts';
import { after, HOUR, SECOND } from '#kernel/time.ts';
import { INSTANT_DEPOSIT_CENTS, UNCONFIRMED_MONTHLY_DEPOSIT_CENTS, walletErrors } from './wallet.contract.ts';

/** Amount of today's deposits that may still be available immediately. */
export function instantLeft(instantTodayCents: Cents): Cents {
  return Math.max(0, INSTANT_DEPOSIT_CENTS - instantTodayCents);
}

const SHORTEST_PAUSE_MS = SECOND;
const LONGEST_PAUSE_MS = HOUR;
/** The part of the time since a transfer was ordered for which the bank is left alone. */
const PAUSE_AGE_FRACTION = 0.25;

/** When to ask the bank again about a transfer: some settle within seconds, others take days. */
export function askAgainAt(orderedAt: Date, now: Date): Date {
  const pauseMs = Math.round((now.getTime() - orderedAt.getTime()) * PAUSE_AGE_FRACTION);
  return after(now, Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, pauseMs)));
}

/** Amount that may still be deposited this month before the email is confirmed. */
export function unconfirmedLeft(depositedThisMonthCents: Cents): Cents {
  return Math.max(0, UNCONFIRMED_MONTHLY_DEPOSIT_CENTS - depositedThisMonthCents);
}

/** What a person may still deposit. */
export interface DepositAllowance {
  /** Amount that is still available immediately when it is deposited today. */
  instantLeftCents: Cents;
  /** Amount that may still be deposited this month before the email is confirmed; null when it is. */
  unconfirmedLeftCents: Cents | null;
}

/** Why a deposit is refused, or null. */
export function refuseDeposit(
  { unconfirmedLeftCents }: Pick<DepositAllowance, 'unconfirmedLeftCents'>,
  amountCents: Cents,
): ErrorDefinition | null {
  const isTooMuch = unconfirmedLeftCents !== null && amountCents > unconfirmedLeftCents;
  return isTooMuch ? walletErrors.DEPOSIT_NEEDS_EMAIL : null;
}

/** Whether a deposit may be settled before it is answered; a larger one waits for the bank. */
export function isInstant(
  { instantLeftCents }: Pick<DepositAllowance, 'instantLeftCents'>,
  amountCents: Cents,
): boolean {
  return amountCents <= instantLeftCents;
}
