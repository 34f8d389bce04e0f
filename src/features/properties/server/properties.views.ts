import { sql } from 'drizzle-orm';
import type { properties } from '#db/schema/properties.ts';
import { columnsAs, currentValuationCents } from '#features/valuations/server/index.ts';
import { bpsToDecimal, toDecimal } from '#kernel/money.ts';
import { bpsOfPercent, centsOf, epochMs } from '#platform/server/database/sql-values.ts';
import { buildingOf, MAX_READ_CHARACTERS } from '../building.rules.ts';
import type { PropertyCard, PropertyEntity } from '../properties.contract.ts';
import { NEW_BADGE_MS } from '../properties.rules.ts';

export interface StoredProperty {
  property: typeof properties.$inferSelect;
  availableShares: number;
}

/** The full server entity: money and yield as decimal text. */
export function entityOf({ property, availableShares }: StoredProperty): PropertyEntity {
  return {
    id: property.id,
    name: property.name,
    description: property.description,
    location: property.location,
    ...placeOf(property),
    imageUrl: property.imageUrl,
    pricePerShare: toDecimal(property.pricePerShareCents),
    totalShares: property.totalShares,
    availableShares,
    annualYield: bpsToDecimal(property.annualYieldBps),
    propertyType: property.propertyType,
    status: property.status,
    ownerId: property.ownerId,
    createdAt: property.createdAt.toISOString(),
    updatedAt: property.updatedAt.toISOString(),
  };
}

/** Address and coordinates of a property, beside its location. */
export function placeOf(property: StoredProperty['property']) {
  const { streetAddress, zipCode, latitude, longitude } = property;
  return { streetAddress, zipCode, latitude, longitude };
}

/** Data of a card. */
interface StoredCard {
  property: Pick<
    typeof properties.$inferSelect,
    | 'id' | 'name' | 'location' | 'propertyType' | 'subtype' | 'description' | 'imageUrl' | 'pricePerShareCents' | 'totalShares'
    | 'annualYieldBps' | 'valuationCents' | 'approvedAt' | 'createdAt'
  >; // biome-ignore format: a list of names
  availableShares: number;
  minimumShares: number;
}

/** Cards as `readCard` takes them: the list that is read most is not put together column by column. */
export const SELECT_CARDS = sql`
  select properties.id, properties.name, properties.location, properties.property_type as "propertyType",
  properties.subtype, left(properties.description, ${MAX_READ_CHARACTERS}) as description,
  properties.image_url as "imageUrl", ${centsOf('properties.price_per_share')} as "pricePerShareCents",
  properties.total_shares as "totalShares", ${bpsOfPercent('properties.annual_yield')} as "annualYieldBps",
  ${currentValuationCents(columnsAs('properties'))} as "valuationCents",
  ${epochMs('properties.approved_at')} as "approvedAt",
  ${epochMs('properties.created_at')} as "createdAt",
  coalesce(ledger_accounts.balance, 0)::int as "availableShares",
  (select o.minimum_shares from offerings o where o.property_id = properties.id) as "minimumShares"
  from properties left join ledger_accounts
    on ledger_accounts.property_id = properties.id and ledger_accounts.kind = 'property_available'`;

export type CardRow = Omit<StoredCard['property'], 'approvedAt' | 'createdAt'> & {
  approvedAt: number | null;
  createdAt: number;
  availableShares: number;
  minimumShares: number;
};

export function readCard(row: CardRow): StoredCard {
  const { availableShares, minimumShares, approvedAt, createdAt, ...rest } = row;
  const property = {
    approvedAt: approvedAt === null ? null : new Date(approvedAt),
    createdAt: new Date(createdAt),
    ...rest,
  };
  return { property, availableShares, minimumShares };
}

/**
 * A card, with the effective valuation. "New" is the first property of the sample world, and any approved
 * in the last 14 days.
 */
export function cardOf(
  { property, availableShares, minimumShares }: StoredCard,
  { now, hasSampleData }: { now: Date; hasSampleData: boolean },
): PropertyCard {
  const approvedLately =
    property.approvedAt !== null && now.getTime() - property.approvedAt.getTime() < NEW_BADGE_MS;
  return {
    id: property.id,
    name: property.name,
    location: property.location,
    propertyType: property.propertyType,
    subtype: property.subtype,
    ...buildingOf(property.description),
    imageUrl: property.imageUrl,
    pricePerShareCents: property.pricePerShareCents,
    totalShares: property.totalShares,
    availableShares,
    minimumShares,
    annualYieldBps: property.annualYieldBps,
    valuationCents: property.valuationCents,
    isNew: approvedLately || (hasSampleData && property.id === 1),
    createdAt: property.createdAt.toISOString(),
  };
}
