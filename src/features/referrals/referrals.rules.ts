import type { Cents } from '#kernel/money.ts';
import { HOUR } from '#kernel/time.ts';
import type { InvestmentStatus } from './referrals.contract.ts';

/** Shares for so many successful referrals, the lowest tier first. */
export const REWARD_TIERS = [
  { referrals: 3, shares: 1 },
  { referrals: 10, shares: 5 },
  { referrals: 25, shares: 15 },
] as const;

/** The highest price of a share that a reward may be. */
export const MAX_REWARD_SHARE_CENTS: Cents = 10_000;

/** Days for which a browser keeps the code of a link. */
export const CODE_DAYS = 30;

/** A purchase counts when it is so old that it can no longer be cancelled, whatever its offering. */
export const PURCHASE_COUNTS_AFTER_MS = 48 * HOUR;

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const CODE_LENGTH = 8;

/** A code of characters that are not mistaken for each other. */
export function codeFrom(bytes: Uint8Array): string {
  return Array.from(bytes.slice(0, CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** A code as it is stored, from one in any letters; null when it cannot be one. */
export function canonicalCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  return code.length === CODE_LENGTH && [...code].every((one) => ALPHABET.includes(one)) ? code : null;
}

/** How many successful referrals are missing for the next tier; null after the last one. */
export function moreForNextReward(successful: number): number | null {
  const next = REWARD_TIERS.find(({ referrals }) => referrals > successful);
  return next ? next.referrals - successful : null;
}

/** The tiers that so many successful referrals have reached. */
export const reachedTiers = (successful: number) =>
  REWARD_TIERS.filter(({ referrals }) => referrals <= successful);

/** What an invited person's purchases that stand make of them. */
export function investmentStatusOf(purchases: number): InvestmentStatus {
  if (purchases === 0) return 'Not Invested';
  return purchases === 1 ? 'First Investment' : 'Active Investor';
}

/** "Ana Pereira" as "Ana P.". */
export function maskedName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  const [initial] = [...lastName.trim()];
  return initial ? `${firstName} ${initial.toUpperCase()}.` : firstName;
}

/** "ana@x.com" as "a•••@x.com". */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = [...email];
  return `${first}•••${email.slice(at)}`;
}
