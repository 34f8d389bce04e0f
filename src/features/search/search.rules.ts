import { type BasisPoints, parsePercent, WHOLE_BPS } from '#kernel/money.ts';

/** Maximum number of suggestions, and of locations among them. */
export const MAX_SUGGESTIONS = 8;
export const MAX_LOCATIONS = 3;

/** Maximum distance of a property's yield from the requested one. */
export const SEARCH_YIELD_TOLERANCE_BPS: BasisPoints = 100;

/** The yield that someone searches for, as in "7", "7.5" and "7.5 %"; null for any other text. */
export function yieldIn(typed: string): BasisPoints | null {
  const bps = parsePercent(typed.replace('%', '').trim().replace(/\.$/, ''));
  return bps !== null && bps > 0 && bps <= WHOLE_BPS ? bps : null;
}
