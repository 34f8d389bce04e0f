import type { properties } from '#db/schema/properties.ts';
import { percentText, toDecimal } from '#kernel/money.ts';
import type { PropertyCard, PropertyEntity } from '../properties.contract.ts';
import { NEW_FOR } from '../properties.rules.ts';

export interface StoredProperty {
  property: typeof properties.$inferSelect;
  availableShares: number;
}

/** The full server entity (ENT-03): money and yield as decimal text. */
export function entityOf({ property, availableShares }: StoredProperty): PropertyEntity {
  return {
    id: property.id,
    name: property.name,
    description: property.description,
    location: property.location,
    imageUrl: property.imageUrl,
    pricePerShare: toDecimal(property.pricePerShareCents),
    totalShares: property.totalShares,
    availableShares,
    annualYield: percentText(property.annualYieldBps),
    propertyType: property.propertyType,
    status: property.status,
    ownerId: property.ownerId,
    createdAt: property.createdAt.toISOString(),
    updatedAt: property.updatedAt.toISOString(),
  };
}

/** What a card shows. "New" is the first property of the sample world, and any approved in the last 14 days (S-22). */
export function cardOf(
  { property, availableShares }: StoredProperty,
  { now, sampleData }: { now: Date; sampleData: boolean },
): PropertyCard {
  const approvedLately =
    property.approvedAt !== null && now.getTime() - property.approvedAt.getTime() < NEW_FOR;
  return {
    id: property.id,
    name: property.name,
    location: property.location,
    propertyType: property.propertyType,
    subtype: property.subtype,
    imageUrl: property.imageUrl,
    pricePerShareCents: property.pricePerShareCents,
    totalShares: property.totalShares,
    availableShares,
    annualYieldBps: property.annualYieldBps,
    valuationCents: property.valuationCents,
    isNew: approvedLately || (sampleData && property.id === 1),
    createdAt: property.createdAt.toISOString(),
  };
}
