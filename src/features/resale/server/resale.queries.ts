import { and, eq, ne, sql } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { resaleBooks, resaleOrders, resaleTrades } from '#db/schema/resale.ts';
import { buildingOf } from '#features/properties/server/index.ts';
import { columnsAs, currentValues, perShareCents } from '#features/valuations/server/index.ts';
import type { ShareValue } from '#features/valuations/share-value.contract.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Cents } from '#kernel/money.ts';
import { after, DAY } from '#kernel/time.ts';
import { cursorPart, cutPage, readCursor } from '#platform/server/database/cursors.ts';
import { rows, type StatementRunner } from '#platform/server/database/db.ts';
import { coalesceReads } from '#platform/server/database/shared-reads.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { pseudonymsOf } from '#platform/server/security/pseudonyms.ts';
import {
  type ListedProperty,
  type ListingCard,
  type ListingSort,
  type MarketFigures,
  resaleErrors,
} from '../resale.contract.ts';
import { priceBandOf } from '../resale.rules.ts';
import { countsForPrices } from './wash-trades.ts';

export type StoredProperty = typeof properties.$inferSelect;

type ReadContext = Pick<Platform, 'db' | 'clock' | 'config'>;

/** These properties as listings and books show them, by id, with the present value of a share. */
export async function listedProperties(
  { db, clock, config }: ReadContext,
  stored: readonly StoredProperty[],
): Promise<ReadonlyMap<number, ListedProperty>> {
  const values = await currentValues(
    db,
    stored.map(({ id }) => id),
    clock.now(),
  );
  return new Map(
    stored.map((property) => {
      const { value } = present(values.get(property.id), 'the value of a property');
      return [property.id, listedProperty(property, value, config)];
    }),
  );
}

function listedProperty(
  property: StoredProperty,
  value: ShareValue,
  { resale }: Platform['config'],
): ListedProperty {
  return {
    id: property.id,
    name: property.name,
    location: property.location,
    imageUrl: property.imageUrl,
    propertyType: property.propertyType,
    subtype: property.subtype,
    ...buildingOf(property.description),
    offeringPriceCents: property.pricePerShareCents,
    value,
    annualYieldBps: property.annualYieldBps,
    priceBand: priceBandOf(value.perShareCents, resale),
  };
}

/** Listings of others that can be bought: open, not expired, of a property on the market. */
export const offeredTo = (userId: string, now: Date) =>
  and(
    eq(resaleOrders.status, 'open'),
    eq(resaleOrders.side, 'ask'),
    ne(resaleOrders.userId, userId),
    sql`${resaleOrders.expiresAt} > ${now.toISOString()}::timestamptz`,
    eq(properties.status, 'approved'),
  );

const price = resaleOrders.pricePerShareCents;
const offering = properties.pricePerShareCents;

/** Sort key of each order of the list, as a whole number, and its direction. */
export const listingSortKeys = {
  newest: { key: sql<number>`${resaleOrders.seq}`, highest: true },
  price: { key: sql<number>`(${price} * 100)::bigint`, highest: false },
  yield: {
    key: sql<number>`round(${properties.annualYieldBps} * 100 * ${offering} / ${price})::bigint`,
    highest: true,
  },
  discount: {
    key: sql<number>`round((${price} * 100000000)::float8 / greatest(${perShareCents(columnsAs('properties'))}, 1))::bigint`,
    highest: false,
  },
} as const satisfies Record<ListingSort, object>;

export interface ListingsInput {
  propertyId?: number | undefined;
  sort: ListingSort;
  cursor?: string | undefined;
  limit: number;
}

interface ListingRow {
  order: typeof resaleOrders.$inferSelect;
  property: StoredProperty;
  haltReason: string | null;
}

async function cardsOf(found: readonly ListingRow[], platform: Platform): Promise<ListingCard[]> {
  const properties = await listedProperties(
    platform,
    found.map(({ property }) => property),
  );
  return Promise.all(
    found.map((row) =>
      cardOf(row, present(properties.get(row.property.id), 'the property of a listing'), platform),
    ),
  );
}

async function cardOf(
  row: ListingRow,
  property: ListedProperty,
  { vault }: Pick<Platform, 'vault'>,
): Promise<ListingCard> {
  const { order } = row;
  const { nameOf } = await pseudonymsOf(vault, order.propertyId);
  return {
    id: order.id,
    property,
    seller: nameOf(order.userId),
    sharesLeft: order.sharesLeft,
    pricePerShareCents: order.pricePerShareCents,
    openedAt: order.openedAt.toISOString(),
    expiresAt: order.expiresAt.toISOString(),
    haltReason: row.haltReason,
  };
}

/** Other people's listings, a page at a time. */
export async function listings(platform: Platform, actor: UserActor, input: ListingsInput) {
  const { db, clock } = platform;
  const { propertyId, sort, cursor, limit } = input;
  const { key, highest } = listingSortKeys[sort];
  const [, value, seq] =
    cursor === undefined ? [] : readCursor(cursor, sort, cursorPart.bigint, cursorPart.bigint);
  const beyond = highest ? sql`<` : sql`>`;
  const direction = highest ? sql`desc` : sql`asc`;
  const found = await db
    .select({
      order: resaleOrders,
      property: properties,
      haltReason: resaleBooks.haltReason,
      key: sql<string>`${key}::text`,
    })
    .from(resaleOrders)
    .innerJoin(properties, eq(properties.id, resaleOrders.propertyId))
    .leftJoin(resaleBooks, eq(resaleBooks.propertyId, resaleOrders.propertyId))
    .where(
      and(
        offeredTo(actor.userId, clock.now()),
        propertyId === undefined ? undefined : eq(resaleOrders.propertyId, propertyId),
        value === undefined
          ? undefined
          : sql`(${key}, ${resaleOrders.seq}) ${beyond} (${value}::bigint, ${seq}::bigint)`,
      ),
    )
    .orderBy(sql`${key} ${direction}, ${resaleOrders.seq} ${direction}`)
    .limit(limit + 1);
  const page = cutPage(found, limit, (last) => `${sort}~${last.key}~${last.order.seq}`);
  return { ...page, items: await cardsOf(page.items, platform) };
}

/**
 * One listing of another person, as it can be bought now.
 * @throws LISTING_CLOSED also for the viewer's own and for an unknown id
 */
export async function listing(
  platform: Platform,
  actor: UserActor,
  { id }: { id: string },
): Promise<ListingCard> {
  const { db, clock } = platform;
  const [found] = await db
    .select({ order: resaleOrders, property: properties, haltReason: resaleBooks.haltReason })
    .from(resaleOrders)
    .innerJoin(properties, eq(properties.id, resaleOrders.propertyId))
    .leftJoin(resaleBooks, eq(resaleBooks.propertyId, resaleOrders.propertyId))
    .where(and(eq(resaleOrders.id, id), offeredTo(actor.userId, clock.now())));
  if (!found) throw new DomainError(resaleErrors.LISTING_CLOSED);
  const [card] = await cardsOf([found], platform);
  return present(card, 'the listing');
}

/** Properties that a list can be filtered by. */
const MAX_NAMED_PROPERTIES = 200;

/** Volume of the last 30 days in cents, read once for everyone who asks at the same time. */
const tradedLately = coalesceReads(({ db, clock }: Platform) =>
  tradedSince(db, after(clock.now(), -30 * DAY)),
);

/** Volume of the whole market since a moment, in cents, without wash trades. */
export async function tradedSince(runner: StatementRunner, since: Date): Promise<Cents> {
  const [traded] = await rows<{ cents: string }>(
    runner,
    sql`select coalesce(sum(${resaleTrades.amountCents}) * 100, 0)::bigint::text as cents from ${resaleTrades}
        where ${resaleTrades.at} > ${since.toISOString()}::timestamptz and ${countsForPrices}`,
  );
  return Number(traded?.cents ?? 0);
}

/** The resale market in figures, and the properties that have listings. */
export async function marketFigures(platform: Platform, actor: UserActor): Promise<MarketFigures> {
  const { db, clock } = platform;
  const now = clock.now();
  const offered = await db
    .select({
      id: properties.id,
      name: properties.name,
      listings: sql<number>`count(*)::int`,
      shares: sql<number>`sum(${resaleOrders.sharesLeft})::float8`,
    })
    .from(resaleOrders)
    .innerJoin(properties, eq(properties.id, resaleOrders.propertyId))
    .where(offeredTo(actor.userId, now))
    .groupBy(properties.id, properties.name)
    .orderBy(properties.name, properties.id);
  return {
    listings: offered.reduce((sum, one) => sum + one.listings, 0),
    sharesForSale: offered.reduce((sum, one) => sum + one.shares, 0),
    tradedCents: await tradedLately(platform, null),
    propertiesWithListings: offered.length,
    properties: offered.slice(0, MAX_NAMED_PROPERTIES).map(({ id, name }) => ({ id, name })),
  };
}
