import { type BasisPoints, type Cents, formatPercent, formatUsd, WHOLE_BPS } from '#kernel/money.ts';

/** How far the yield may differ from the confirmed net income over the confirmed valuation. */
export const YIELD_TOLERANCE_BPS = 50;

/** What a reviewer confirmed against documents. */
export interface ConfirmedIncome {
  netIncomeCents: Cents;
  valuationCents: Cents;
}

/** What the annual net income is of the valuation: "7.0%". */
export const incomeYieldText = ({ netIncomeCents, valuationCents }: ConfirmedIncome): string =>
  formatPercent((netIncomeCents / valuationCents) * 100);

/**
 * Why the yield does not agree with the annual net income, in words; null when it does.
 * @param remedy what to do about it, before how far the yield may differ
 */
export function refuseYield(
  income: ConfirmedIncome,
  annualYieldBps: BasisPoints,
  remedy: (range: string) => string = (range) => `Confirm a yield ${range}, or correct the figures.`,
): string | null {
  const { netIncomeCents, valuationCents } = income;
  const valuation = BigInt(valuationCents);
  const difference = BigInt(annualYieldBps) * valuation - BigInt(netIncomeCents) * BigInt(WHOLE_BPS);
  const most = BigInt(YIELD_TOLERANCE_BPS) * valuation;
  if (difference <= most && difference >= -most) return null;
  const amounts = `${formatUsd(netIncomeCents)} a year on ${formatUsd(valuationCents)}`;
  const range = `within ${YIELD_TOLERANCE_BPS / 100} points of it`;
  return `${amounts} is ${incomeYieldText(income)}. ${remedy(range)}`;
}
