import { type Cents, formatPercent, formatUsd, formatUsdExact } from '#kernel/money.ts';
import { soldFraction } from '../properties.rules.ts';

/** Under the annual yield of a property, on every page that describes it. */
export const YIELD_NOTE = 'Expected, before the management fee';

/** A share price: cents only where it has some, because a rounded price would be another price. */
export function sharePriceText(priceCents: Cents): string {
  return priceCents % 100 === 0 ? formatUsd(priceCents) : formatUsdExact(priceCents);
}

/**
 * The sold part of an offering, in percent with one decimal. It says 100.0% only when nothing is left and 0.0%
 * only when nothing is sold.
 */
export function fundedText(property: { totalShares: number; availableShares: number }): string {
  if (property.totalShares === 0) return formatPercent(0);
  const percent = soldFraction(property) * 100;
  if (property.availableShares === 0) return formatPercent(100);
  if (percent === 0) return formatPercent(0);
  return formatPercent(within(percent));
}

/** A part that is neither nothing nor all, so that one decimal says so. */
const within = (percent: number) => Math.min(99.9, Math.max(0.1, percent));

/** The part that must be sold, in percent; null without a minimum, and where every share must be sold. */
export function minimumPercent(property: { totalShares: number; minimumShares: number }): number | null {
  const { totalShares, minimumShares } = property;
  return minimumShares > 0 && minimumShares < totalShares
    ? within((100 * minimumShares) / totalShares)
    : null;
}

/** The sold part of an offering as a number from 0 to 100, for a bar. */
export function fundedPercent(property: { totalShares: number; availableShares: number }): number {
  return property.totalShares === 0 ? 0 : soldFraction(property) * 100;
}
