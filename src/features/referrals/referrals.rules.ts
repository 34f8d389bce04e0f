import { CANCELLATION_HOURS } from '#features/offerings/cancellation.contract.ts';
import type { Cents } from '#kernel/money.ts';
import { maskedName } from '#kernel/person.ts';
import { HOUR } from '#kernel/time.ts';
import type { InvestmentStatus } from './referrals.contract.ts';

/** Tiers: a number of successful referrals and the shares for it, the lowest first. */
export const REWARD_TIERS = [
  { referrals: 3, shares: 1 },
  { referrals: 10, shares: 5 },
  { referrals: 25, shares: 15 },
] as const;

/** The highest price of a share that a reward may be. */
export const MAX_REWARD_SHARE_CENTS: Cents = 10_000;

/** Lifetime of the cookie with the code of a link. */
export const CODE_COOKIE_DAYS = 30;

/** A purchase counts from the age at which it can no longer be canceled. */
export const PURCHASE_COUNTS_AFTER_MS = CANCELLATION_HOURS * HOUR;

const CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const CODE_CHARACTERS = 8;

/** A code of characters that are not mistaken for each other. */
export function codeFrom(bytes: Uint8Array): string {
  return Array.from(
    bytes.slice(0, CODE_CHARACTERS),
    (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length],
  ).join('');
}

/** A code as it is stored, from one in any letters; null when it cannot be one. */
export function canonicalCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  return code.length === CODE_CHARACTERS && [...code].every((one) => CODE_ALPHABET.includes(one))
    ? code
    : null;
}

/**
 * Successful referrals still missing for the next tier; null after the last one. A tier that was reached stays so, also
 * when a purchase is refunded later.
 */
export function moreForNextReward(
  successful: number,
  reached: readonly { tier: number }[] = [],
): number | null {
  const next = REWARD_TIERS.find(
    ({ referrals }) => referrals > successful && !reached.some(({ tier }) => tier === referrals),
  );
  return next ? next.referrals - successful : null;
}

/** The tiers reached by a number of successful referrals. */
export const reachedTiers = (successful: number) =>
  REWARD_TIERS.filter(({ referrals }) => referrals <= successful);

/** Status of an invited person, by the number of purchases that were not canceled or refunded. */
export function investmentStatusOf(purchases: number): InvestmentStatus {
  if (purchases === 0) return 'Not Invested';
  return purchases === 1 ? 'First Investment' : 'Active Investor';
}

/** "ana@x.com" as "a•••@x.com". */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = [...email];
  return `${first}•••${email.slice(at)}`;
}

/**
 * An inviter's name for someone who may not know them, masked: one word of letters, because anyone can give an account
 * any name. Null when it does not begin with one.
 */
export function inviterNameOf({
  firstName,
  lastName,
}: {
  firstName: string;
  lastName: string;
}): string | null {
  const [word] = firstName.trim().match(/^\p{L}[\p{L}\p{M}'’-]{0,19}(?=\s|$)/u) ?? [];
  const [initial = ''] = lastName.trim().match(/^\p{L}/u) ?? [];
  return word === undefined ? null : maskedName({ firstName: word, lastName: initial });
}
