import type { AdminProperty, DecidedProperty } from '#features/properties/review.contract.ts';
import { formatDate } from '#kernel/time.ts';

type SoldProperty = Pick<AdminProperty, 'totalShares' | 'availableShares' | 'offering'>;

/** What the rejection of a property means for its investors, in a sentence; null where it has none to refund. */
export function refundText({
  totalShares,
  availableShares,
  offering: { state },
}: SoldProperty): string | null {
  if (availableShares === totalShares || state === 'failed') return null;
  return state === 'open'
    ? 'Its offering ends, and its investors get everything back, fees included.'
    : 'Money still in escrow goes back to its investors, fees included; other shareholders keep their shares.';
}

/** What a decision has done to a property, in a sentence or two. */
export function outcomeText(property: DecidedProperty): string {
  const { name, status } = property;
  if (status === 'pending') return `${name} is off the market until it is approved.`;
  if (status === 'rejected') {
    const refund = refundText(property);
    return refund === null ? `${name} will not go on the market.` : `${name} is off the market. ${refund}`;
  }
  const { closesAt } = property.offering;
  return closesAt === null
    ? `${name} is on the market.`
    : `${name} is on the market until ${formatDate(closesAt)}.`;
}
