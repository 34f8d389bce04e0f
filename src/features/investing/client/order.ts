/**
 * The shares field after an edit: whole, and at least 1 (BUY-03). It may be empty while a person types; what is no
 * number changes nothing.
 */
export function sharesAfterEdit(before: string, typed: string): string {
  const text = typed.trim();
  if (text === '') return '';
  const shares = Math.floor(Number(text));
  return Number.isFinite(shares) ? String(Math.max(1, Math.min(shares, Number.MAX_SAFE_INTEGER))) : before;
}

/** The shares an order is for, or null when the field is out of the range from 1 to `available` (BUY-04). */
export function orderedShares(text: string, available: number): number | null {
  if (!/^\d{1,16}$/.test(text)) return null;
  const shares = Number(text);
  return shares >= 1 && shares <= available ? shares : null;
}

/** One more or one fewer, never outside the range; from outside it, the nearest end. */
export function stepShares(text: string, step: 1 | -1, available: number): string {
  const from = /^\d{1,16}$/.test(text) ? Number(text) + step : 1;
  return String(Math.max(1, Math.min(from, available)));
}

/** "1 share", "1,200 shares". */
export function sharesText(shares: number): string {
  return `${shares.toLocaleString('en-US')} ${shares === 1 ? 'share' : 'shares'}`;
}
