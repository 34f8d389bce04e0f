import { type Cents, formatUsdExact, MAX_CENTS, MAX_SHARES, parseUsd } from './money.ts';
import { counted } from './plural.ts';

/** The content of a number field: a value, or a problem, or neither while it is empty. */
export type TypedNumber = { value: number; problem: null } | { value: null; problem: string | null };

const empty: TypedNumber = { value: null, problem: null };
const valid = (value: number): TypedNumber => ({ value, problem: null });
const wrong = (problem: string): TypedNumber => ({ value: null, problem });

const MAX_PRICE_CENTS: Cents = 100_000_000;

/** Thousands separators where English puts them: "1,250" is 1250, "1,5" stays as it is. */
export function ungrouped(text: string): string {
  return /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text;
}

/** Reads dollars as people type them, such as "$1,250.50" or "-20"; null for anything else, such as "1,5". */
export const typedUsd = (text: string): Cents | null =>
  parseUsd(ungrouped(text.trim().replace(/^(-?)\$\s*/, '$1')));

/** Reads a plain number such as "12" or "0.5"; NaN for anything else, which contracts refuse with their own text. */
export const typedNumber = (text: string): number =>
  /^(\d+\.?\d*|\.\d+)$/.test(text.trim()) ? Number(text) : Number.NaN;

/** Reads percent such as "7.5" as basis points, exactly; NaN for anything else, or more than two decimals. */
export function typedBasisPoints(text: string): number {
  const parts = /^(?=\.?\d)(\d{0,3})(?:\.(\d{0,2}))?$/.exec(text.trim());
  if (!parts) return Number.NaN;
  const [, whole = '', fraction = ''] = parts;
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/** Reads a whole number such as "12" or "1,000"; null for anything else. */
export function typedWholeNumber(text: string): number | null {
  const digits = ungrouped(text.trim());
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

interface ShareRange {
  min?: number;
  max?: number;
  /** Error text above `max`. */
  tooMany?: string;
}

/** Reads a number of whole shares exactly as typed; nothing is rounded or left out. */
export function readShareCount(text: string, range: ShareRange = {}): TypedNumber {
  const { min = 1, max = MAX_SHARES, tooMany = `At most ${counted(max, 'share')}.` } = range;
  const typed = ungrouped(text.trim());
  if (typed === '') return empty;
  if (/^-?\d*[.,]\d*$/.test(typed)) return wrong('Enter a whole number of shares.');
  if (!/^-?\d+$/.test(typed)) return wrong('Use only the digits 0 to 9, such as 12.');
  const shares = Number(typed);
  if (shares < min) return wrong(`Enter at least ${counted(min, 'share')}.`);
  return shares > max ? wrong(tooMany) : valid(shares);
}

/** Whether a share field is empty, zero or negative: it becomes one share when the field loses focus. */
export function isBelowOneShare(text: string): boolean {
  return /^(-\d+|0*)$/.test(text.trim());
}

/** Reads a price in dollars exactly as typed, with or without "$". The value is in cents. */
export function readPrice(text: string, range: { minCents?: Cents; maxCents?: Cents } = {}): TypedNumber {
  const { minCents = 1, maxCents = MAX_PRICE_CENTS } = range;
  const typed = ungrouped(text.trim().replace(/^\$\s*/, ''));
  if (typed === '') return empty;
  if (/^\d*,\d*$/.test(typed)) return wrong('Use a decimal point for cents, such as 100.50.');
  if (!/^-?(\d+(\.\d*)?|\.\d+)$/.test(typed))
    return wrong('Use only digits and a decimal point, such as 100.50.');
  if (/\.\d{3}/.test(typed)) return wrong('Use at most two decimals, such as 100.50.');
  const [dollars = '', fraction = ''] = typed.split('.');
  if (dollars.length > 10) return wrong(tooHigh(maxCents));
  const cents = parseUsd(`${dollars || '0'}.${fraction.padEnd(2, '0')}`);
  if (cents === null || cents < minCents) return wrong(`The lowest price is ${formatUsdExact(minCents)}.`);
  return cents > maxCents ? wrong(tooHigh(maxCents)) : valid(cents);
}

const tooHigh = (maxCents: Cents) => `The highest price is ${formatUsdExact(Math.min(maxCents, MAX_CENTS))}.`;

/** A plain decimal with more than two decimals, rounded half up to two; any other text as it is, without separators. */
export function withTwoDecimals(text: string): string {
  const typed = ungrouped(text.trim());
  const [, whole = '', fraction = ''] = /^(\d{1,12})\.(\d{3,12})$/.exec(typed) ?? [];
  if (fraction === '') return typed;
  const hundredths = BigInt(whole + fraction.slice(0, 2)) + (Number(fraction[2]) >= 5 ? 1n : 0n);
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}
