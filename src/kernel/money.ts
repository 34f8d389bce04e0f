import { assert } from './assert.ts';

/** An amount of US dollars in whole cents. Always a safe integer; never a fraction. */
export type Cents = number;

/** Hundredths of a percent: 250 is 2.5%. */
export type BasisPoints = number;

/** The largest amount a `numeric(12,2)` column holds. */
export const MAX_CENTS: Cents = 999_999_999_999;

/** The most shares that a property has. */
export const MAX_SHARES = 100_000_000;

const USD_PATTERN = /^(-?)(\d{1,10})(?:\.(\d{1,2}))?$/;

/**
 * Reads a decimal dollar amount such as "500", "500.5" or "500.00" exactly.
 * @returns the amount in cents, or null when the text is not such an amount.
 */
export function parseUsd(text: string): Cents | null {
  const match = USD_PATTERN.exec(text.trim());
  if (!match) return null;
  const [, sign, dollars = '0', fraction = ''] = match;
  const cents = Number(dollars) * 100 + Number(fraction.padEnd(2, '0') || '0');
  return sign && cents !== 0 ? -cents : cents;
}

/** The amount as a plain decimal with two digits, as stored and as sent over REST: 12345 becomes "123.45". */
export function toDecimal(cents: Cents): string {
  assertCents(cents);
  const absolute = Math.abs(cents);
  const fraction = String(absolute % 100).padStart(2, '0');
  return `${cents < 0 ? '-' : ''}${Math.floor(absolute / 100)}.${fraction}`;
}

/** USD without decimals, for cards and tables; halves round away from zero. */
export function formatUsd(cents: Cents): string {
  assertCents(cents);
  const dollars = Math.floor((Math.abs(cents) + 50) / 100);
  return `${cents < 0 && dollars > 0 ? '-' : ''}$${dollars.toLocaleString('en-US')}`;
}

/** USD with cents, for anything a person pays, lists at or reconciles. */
export function formatUsdExact(cents: Cents): string {
  assertCents(cents);
  const absolute = Math.abs(cents);
  const fraction = String(absolute % 100).padStart(2, '0');
  return `${cents < 0 ? '-' : ''}$${Math.floor(absolute / 100).toLocaleString('en-US')}.${fraction}`;
}

const shortUsd = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
});

/** A short amount for the axis of a chart: "$950", "$12.5K", "$1.2M". */
export function formatUsdShort(cents: Cents): string {
  return shortUsd.format(cents / 100);
}

/** A percentage with one decimal, and zero without a sign; the argument is in percent, not a fraction. */
export function formatPercent(percent: number): string {
  return `${percent.toFixed(1).replace(/^-(0\.0)$/, '$1')}%`;
}

/** A rate in basis points as a percentage with one decimal: 785 is "7.9%". */
export function formatBps(bps: BasisPoints): string {
  return formatPercent(Math.round(bps / 10) / 10);
}

/** A yield or rate in percent with at most two decimals, exactly: "7.85" becomes 785 basis points; null when it is not one. */
export function parsePercent(text: string): BasisPoints | null {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0') || '0');
}

/** Basis points as the percent text that `numeric(5,2)` holds: 785 becomes "7.85". */
export function bpsToDecimal(bps: BasisPoints): string {
  assert(Number.isSafeInteger(bps) && bps >= 0, `${bps} is not a rate in basis points`);
  return `${Math.floor(bps / 100)}.${String(bps % 100).padStart(2, '0')}`;
}

/** Price times quantity; both must be whole and the product must stay exact. */
export function multiply(price: Cents, quantity: number): Cents {
  assertCents(price);
  assert(Number.isSafeInteger(quantity) && quantity >= 0, `${quantity} is not a quantity`);
  const product = price * quantity;
  assert(Number.isSafeInteger(product), 'a product of money is too large to be exact');
  return product;
}

/** amount × numerator / denominator, rounded half up to the cent; exact for every safe input. */
export function proportion(amount: Cents, numerator: number, denominator: number): Cents {
  assertCents(amount);
  assert(amount >= 0 && numerator >= 0 && denominator > 0, 'a proportion needs non-negative parts');
  const doubled = 2n * BigInt(amount) * BigInt(numerator) + BigInt(denominator);
  return Number(doubled / (2n * BigInt(denominator)));
}

/**
 * The part of a total that the shares from `from` to `to` of `whole` shares have. It is rounded on the running total, half
 * up, so that all parts add up to the total to the cent, however it is divided.
 */
export const partOfTotal = (total: Cents, from: number, to: number, whole: number): Cents =>
  proportion(total, to, whole) - proportion(total, from, whole);

/** A whole in basis points. */
export const WHOLE_BPS: BasisPoints = 10_000;

/** A part of a whole in basis points, rounded; negative where more went out than came in. */
export function bpsOf(part: number, whole: number): BasisPoints {
  return Math.round((part * WHOLE_BPS) / whole);
}

/** A fee of `bps` basis points on an amount, rounded half up to the cent. */
export function feeOf(amount: Cents, bps: BasisPoints): Cents {
  return proportion(amount, bps, WHOLE_BPS);
}

/**
 * Splits `total` cents over `weights` by the largest remainder: the parts add up to `total` exactly and each
 * differs from its exact share by less than a cent. Equal remainders go to the earlier index, so callers order
 * weights by id. Weights must be non-negative integers, at least one of them positive.
 */
export function allocate(total: Cents, weights: readonly number[]): Cents[] {
  assertCents(total);
  assert(total >= 0, 'only a non-negative total can be split');
  const sum = weights.reduce((carried, weight) => {
    assert(Number.isSafeInteger(weight) && weight >= 0, `${weight} is not a weight`);
    return carried + BigInt(weight);
  }, 0n);
  assert(sum > 0n, 'a split needs at least one positive weight');
  const parts = weights.map((weight, index) => {
    const product = BigInt(total) * BigInt(weight);
    return { index, floor: product / sum, remainder: product % sum };
  });
  let left = BigInt(total) - parts.reduce((carried, part) => carried + part.floor, 0n);
  const byRemainder = [...parts].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const part of byRemainder) {
    if (left === 0n) break;
    part.floor += 1n;
    left -= 1n;
  }
  return parts.map((part) => Number(part.floor));
}

function assertCents(cents: Cents): void {
  assert(Number.isSafeInteger(cents), `${cents} is not a whole number of cents`);
}
