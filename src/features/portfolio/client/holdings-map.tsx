import { PropertyMap } from '#features/properties/client/index.ts';
import { basedOnText } from '#features/valuations/client/index.ts';
import { formatUsd } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import type { Holding } from '../portfolio.contract.ts';

/** Map of the properties in a portfolio. */
export function HoldingsMap({ holdings }: { holdings: readonly Holding[] }) {
  const places = holdings.flatMap(({ propertyId, name, location, latitude, longitude, ...held }) =>
    latitude === null || longitude === null
      ? []
      : [{ id: propertyId, name, location, latitude, longitude, facts: factsOf(held) }],
  );
  return <PropertyMap places={places} unlocated={holdings.length - places.length} />;
}

/** Text beside the name of a property: the shares and their value. */
export function factsOf({
  shares,
  valueCents,
  value,
}: Pick<Holding, 'shares' | 'valueCents' | 'value'>): string {
  return `${counted(shares, 'share')}, worth ${formatUsd(valueCents)}, ${basedOnText(value)}`;
}
