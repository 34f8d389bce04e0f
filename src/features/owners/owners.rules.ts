import type { PropertyStatus } from '#features/properties/properties.contract.ts';
import type { Cents } from '#kernel/money.ts';
import type { OwnedStatus } from './owners.contract.ts';

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
