import type { OfferingView } from '#features/offerings/offerings.contract.ts';
import type { PropertyDetail } from '#features/properties/properties.contract.ts';

/** Whether the deadline of an offering is over, so that it only waits to be closed. */
export function isOverdue({ state, deadline }: Pick<OfferingView, 'state' | 'deadline'>, now: Date): boolean {
  return state === 'open' && deadline !== null && Date.parse(deadline) <= now.getTime();
}

/** Whether new shares of a property can be bought. */
export function isOnSale(
  { status, availableShares, offering }: Pick<PropertyDetail, 'status' | 'availableShares' | 'offering'>,
  now = new Date(),
): boolean {
  return status === 'approved' && availableShares > 0 && !isOverdue(offering, now);
}
