import { counted } from '#kernel/plural.ts';
import { readShareCount, type TypedNumber } from '#kernel/typed-numbers.ts';

/** The shares that a purchase is for, from `smallest` to `available`, as typed. */
export function readOrder(text: string, available: number, smallest = 1): TypedNumber {
  const only =
    available === 0
      ? 'No shares are available.'
      : `Only ${counted(available, 'share is', 'shares are')} available.`;
  return readShareCount(text, { min: smallest, max: available, tooMany: only });
}

/** One more or one fewer, never outside the range; from outside it, the nearest end. */
export function stepShares(text: string, step: 1 | -1, available: number, smallest = 1): string {
  const typed = readShareCount(text).value;
  const from = typed === null ? smallest : typed + step;
  return String(Math.max(smallest, Math.min(from, available)));
}

/** "1 share", "1,200 shares". */
export function sharesText(shares: number): string {
  return counted(shares, 'share');
}
