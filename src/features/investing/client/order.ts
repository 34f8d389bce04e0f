import { readShareCount, type TypedNumber } from '#kernel/typed-numbers.ts';

/** The shares that a purchase is for, from 1 to `available`, as typed. */
export function readOrder(text: string, available: number): TypedNumber {
  const only =
    available === 0
      ? 'No shares are available.'
      : `Only ${available.toLocaleString('en-US')} ${available === 1 ? 'share is' : 'shares are'} available.`;
  return readShareCount(text, { max: available, tooMany: only });
}

/** One more or one fewer, never outside the range; from outside it, the nearest end. */
export function stepShares(text: string, step: 1 | -1, available: number): string {
  const typed = readShareCount(text).value;
  const from = typed === null ? 1 : typed + step;
  return String(Math.max(1, Math.min(from, available)));
}

/** "1 share", "1,200 shares". */
export function sharesText(shares: number): string {
  return `${shares.toLocaleString('en-US')} ${shares === 1 ? 'share' : 'shares'}`;
}
