import { heldSharesText } from '#features/offerings/client/index.ts';
import { type BasisPoints, formatPercent, formatUsd } from '#kernel/money.ts';
import type { Tone } from '#ui/tone.ts';
import type { Holding, PortfolioOverview } from '../portfolio.contract.ts';

/** A change with its sign and one decimal: "+8.2%", "−0.4%", "0.0%". */
export function changeText(bps: BasisPoints): string {
  const tenths = Math.round(Math.abs(bps) / 10);
  const sign = tenths === 0 ? '' : bps > 0 ? '+' : '\u2212';
  return sign + formatPercent(tenths / 10);
}

/** The price return of the month; a percentage only where there is one. */
export function monthReturnText(returnBps: BasisPoints): string {
  return returnBps === 0 ? 'No price change this month' : `${changeText(returnBps)} this month`;
}

const sharesValue = (holdings: readonly Holding[]) =>
  holdings.reduce((sum, held) => sum + held.valueCents, 0);

/**
 * The annual yield of all shares that earn, in basis points; null when none do. Stated yields are of the offering price,
 * so each holding counts by that, and the income follows from the average as it does from each one.
 */
export function averageYieldBps({ holdings }: Pick<PortfolioOverview, 'holdings'>): BasisPoints | null {
  const earning = holdings.filter(({ offering }) => offering === 'funded');
  const priceOf = ({ shares, pricePerShareCents }: Holding) => shares * pricePerShareCents;
  const total = earning.reduce((sum, held) => sum + priceOf(held), 0);
  if (total === 0) return null;
  return Math.round(earning.reduce((sum, held) => sum + (priceOf(held) / total) * held.annualYieldBps, 0));
}

/** Basis of a portfolio's value. */
export function valueBasisNote({ holdings }: PortfolioOverview): string {
  const valued = holdings.filter(({ value }) => value.basis !== 'offering_price').length;
  if (valued === 0) return 'At the offering price of each share';
  if (valued === holdings.length) return 'At the latest approved valuation of each property';
  return 'At the latest approved valuation, or at the offering price while an offering is open';
}

/** The same in a few words, for where there is little room. */
export function briefBasisNote({ holdings }: PortfolioOverview): string {
  const isValued = ({ value }: Holding) => value.basis !== 'offering_price';
  if (!holdings.some(isValued)) return 'At offering price';
  return holdings.every(isValued) ? 'At the latest valuation' : 'At valuation or offering price';
}

const valueInEscrow = ({ holdings }: PortfolioOverview) =>
  sharesValue(holdings.filter(({ offering }) => offering !== 'funded'));

/** Part of a portfolio that earns nothing yet, as the end of a sentence: ", without $500 in escrow". */
export function escrowText(overview: PortfolioOverview): string {
  const cents = valueInEscrow(overview);
  return cents === 0 ? '' : `, without ${formatUsd(cents)} in escrow that pays nothing yet`;
}

/** Why shares have no income, where none of them earns yet; null where some do, and without shares. */
export function noIncomeText(overview: PortfolioOverview): string | null {
  const cents = valueInEscrow(overview);
  if (averageYieldBps(overview) !== null || cents === 0) return null;
  return `Nothing yet: your ${formatUsd(cents)} is in escrow`;
}

/** Note on a holding in escrow or off the market; null for any other. */
export function holdingNoticeOf({
  status,
  statusReason,
  offering,
}: Pick<Holding, 'status' | 'statusReason' | 'offering'>): {
  title: string;
  text: string;
  tone: Tone;
} | null {
  if (offering === 'failed')
    return { title: 'Offering failed', text: heldSharesText.failed, tone: 'warning' };
  if (status !== 'approved') {
    const reason = statusReason === null ? '' : ` Reason: ${statusReason}`;
    return { title: 'Off the market', text: heldSharesText[offering] + reason, tone: 'warning' };
  }
  if (offering !== 'open') return null;
  const text = 'Your money is in escrow and earns nothing yet. If the offering fails, you get it all back.';
  return { title: 'In escrow', text, tone: 'neutral' };
}

const MAX_SHOWN_GROUPS = 7;

/** The value of holdings by group, the largest first; the smallest groups as one when there are many. */
export function allocationOf(holdings: readonly Holding[], groupOf: (holding: Holding) => string) {
  const total = sharesValue(holdings);
  if (total === 0) return [];
  const sums = new Map<string, number>();
  for (const held of holdings) sums.set(groupOf(held), (sums.get(groupOf(held)) ?? 0) + held.valueCents);
  const groups = [...sums].sort(([, one], [, two]) => two - one);
  const rest = groups.length > MAX_SHOWN_GROUPS ? groups.splice(MAX_SHOWN_GROUPS - 1) : [];
  if (rest.length > 0)
    groups.push([`${rest.length} others`, rest.reduce((sum, [, cents]) => sum + cents, 0)]);
  return groups.map(([group, valueCents]) => ({ group, valueCents, part: valueCents / total }));
}
