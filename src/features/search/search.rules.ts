import { type BasisPoints, parsePercent } from '#kernel/money.ts';

/** How many suggestions there are at most, and how many of them are locations. */
export const MAX_SUGGESTIONS = 8;
export const MAX_LOCATIONS = 3;

/** How far a property's yield may lie from the one asked for. */
export const YIELD_TOLERANCE_BPS: BasisPoints = 100;

/** The yield that someone searches for, as in "7", "7.5" and "7.5 %"; null for any other text. */
export function yieldIn(typed: string): BasisPoints | null {
  const bps = parsePercent(typed.replace('%', '').trim().replace(/\.$/, ''));
  return bps !== null && bps > 0 && bps <= 10_000 ? bps : null;
}
