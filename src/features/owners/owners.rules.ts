import type { PropertyStatus } from '#features/properties/properties.contract.ts';
import type { Cents } from '#kernel/money.ts';
import type { FundingPoint, OwnedStatus } from './owners.contract.ts';

/** What an owner sees of a property's state. */
export function ownedStatusOf(property: { status: PropertyStatus; availableShares: number }): OwnedStatus {
  if (property.status === 'rejected') return 'Rejected';
  if (property.status === 'pending') return 'Pending';
  return property.availableShares > 0 ? 'Active' : 'Fully Funded';
}

/** How the income of a month compares to the monthly yield; a month that is not reported is no shortfall. */
export function incomeStatus(income: {
  lastMonthIncomeCents: Cents | null;
  monthlyYieldCents: Cents;
}): 'met' | 'short' | 'notReported' {
  if (income.lastMonthIncomeCents === null) return 'notReported';
  return income.lastMonthIncomeCents >= income.monthlyYieldCents ? 'met' : 'short';
}

/** Days shown one by one; a longer history shows the last change of each month. */
export const MAX_FUNDING_DAYS_SHOWN = 60;

/** The sum at the end of each day on which it changed; by month when there are very many such days. */
export function fundingOver(changes: readonly { date: string; changeCents: Cents }[]): FundingPoint[] {
  let raisedCents = 0;
  const days = changes.map(({ date, changeCents }) => {
    raisedCents += changeCents;
    return { date, raisedCents };
  });
  if (days.length <= MAX_FUNDING_DAYS_SHOWN) return days;
  return days.filter(({ date }, index) => days[index + 1]?.date.slice(0, 7) !== date.slice(0, 7));
}
