import { rateText } from '#features/properties/client/index.ts';
import { formatPercent } from '#kernel/money.ts';
import type { ListedProperty } from '../resale.contract.ts';
import { netYieldBps, premiumBps } from '../resale.rules.ts';

/** "4.2% above offering", "At the offering price". */
export function premiumText(
  property: Pick<ListedProperty, 'offeringPriceCents'>,
  priceCents: number,
): string {
  const bps = premiumBps(property, priceCents);
  const tenths = Math.round(Math.abs(bps) / 10);
  if (tenths === 0) return 'At the offering price';
  return `${formatPercent(tenths / 10)} ${bps > 0 ? 'above' : 'below'} the offering price`;
}

/** What a price means: the yield on it, and how it compares with the offering (premium or discount). */
export function PriceMeaning({ property, priceCents }: { property: ListedProperty; priceCents: number }) {
  return (
    <>
      {rateText(netYieldBps(property, priceCents))} net yield after the 1.5% fee ·{' '}
      {premiumText(property, priceCents)}
    </>
  );
}
