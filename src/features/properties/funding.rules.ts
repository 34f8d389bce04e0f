import type { Cents } from '#kernel/money.ts';
import type { FundingPoint } from './market.contract.ts';

/** Days shown one by one; a longer history shows the last change of each month. */
export const MAX_SHOWN_FUNDING_DAYS = 60;

/** The sum at the end of each day on which it changed; by month when there are very many such days. */
export function fundingOver(changes: readonly { date: string; changeCents: Cents }[]): FundingPoint[] {
  let raisedCents = 0;
  const days = changes.map(({ date, changeCents }) => {
    raisedCents += changeCents;
    return { date, raisedCents };
  });
  if (days.length <= MAX_SHOWN_FUNDING_DAYS) return days;
  return days.filter(({ date }, index) => days[index + 1]?.date.slice(0, 7) !== date.slice(0, 7));
}
