import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { properties } from '#db/schema/properties.ts';
import { columnsAs, currentValuationCents } from '#features/valuations/server/index.ts';
import { present } from '#kernel/assert.ts';
import {
  cursorPart,
  cutPage,
  type Page,
  readCursor,
  refuseCursor,
} from '#platform/server/database/cursors.ts';
import { type Database, highestFirst, rows } from '#platform/server/database/db.ts';
import { coalesceReads } from '#platform/server/database/shared-reads.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { MarketStats } from '../market.contract.ts';
import type {
  PropertyCard,
  PropertyListInput,
  PropertyPlaces,
  PropertyPlacesInput,
} from '../properties.contract.ts';
import { bandLimits } from '../properties.rules.ts';
import { availableShares, ofAvailability } from './available-shares.ts';
import { type CardRow, cardOf, entityOf, readCard, SELECT_CARDS } from './properties.views.ts';
import { type SearchTerms, searchTerms, withParts } from './property-search.ts';

type SortFields = Pick<
  typeof properties.$inferSelect,
  'id' | 'annualYieldBps' | 'pricePerShareCents' | 'approvedAt'
>;

const sorts = {
  yield: {
    key: properties.annualYieldBps,
    direction: highestFirst,
    beyond: lt,
    text: (property: SortFields) => String(property.annualYieldBps),
    value: (text: string) => (/^\d{1,5}$/.test(text) ? Number(text) : null),
  },
  price: {
    key: properties.pricePerShareCents,
    direction: asc,
    beyond: gt,
    text: (property: SortFields) => String(property.pricePerShareCents),
    value: (text: string) => (/^\d{1,12}$/.test(text) ? Number(text) : null),
  },
  newest: {
    key: properties.approvedAt,
    direction: highestFirst,
    beyond: lt,
    text: (property: SortFields) => String(property.approvedAt?.getTime() ?? 0),
    value: (text: string) => (/^\d{1,14}$/.test(text) ? new Date(Number(text)) : null),
  },
} as const;

function afterCursor({ sort, cursor }: Pick<PropertyListInput, 'sort' | 'cursor'>): SQL | undefined {
  if (cursor === undefined) return undefined;
  const { key, beyond, value } = sorts[sort];
  const [, text = '', id] = readCursor(cursor, sort, '\\d+', cursorPart.integer);
  const last = value(text) ?? refuseCursor();
  return or(beyond(key, last), and(eq(key, last), beyond(properties.id, Number(id))));
}

function filtersOf(input: PropertyPlacesInput, terms: SearchTerms | null): (SQL | undefined)[] {
  const band = input.band ? bandLimits[input.band] : null;
  return [
    eq(properties.status, 'approved'),
    input.type ? eq(properties.propertyType, input.type) : undefined,
    terms ? withParts(terms) : undefined,
    input.location ? sql`lower(${properties.location}) = lower(${input.location})` : undefined,
    band ? gte(properties.annualYieldBps, band.from) : undefined,
    band?.below ? lt(properties.annualYieldBps, band.below) : undefined,
    input.minYieldBps === undefined ? undefined : gte(properties.annualYieldBps, input.minYieldBps),
    input.maxYieldBps === undefined ? undefined : lte(properties.annualYieldBps, input.maxYieldBps),
    input.minEquityPercent
      ? sql`${availableShares} * ${properties.pricePerShareCents} * 100 >= ${properties.valuationCents} * ${input.minEquityPercent}`
      : undefined,
  ];
}

/** Beginning, order and end of a page, by keyset. */
async function pageTerms(db: Database, input: PropertyListInput) {
  const { key, direction } = sorts[input.sort];
  const terms = input.q === undefined ? null : await searchTerms(db, input.q);
  return {
    where: and(...filtersOf(input, terms), afterCursor(input)),
    orderBy: [direction(key), direction(properties.id)],
    limit: input.limit + 1,
  };
}

function sortedPage<Found extends { property: SortFields }>(
  found: readonly Found[],
  { sort, limit }: PropertyListInput,
): Page<Found> {
  return cutPage(found, limit, ({ property }) => `${sort}~${sorts[sort].text(property)}~${property.id}`);
}

/** Approved properties as cards. */
export const list = coalesceReads(async ({ db, clock, config }: Platform, input: PropertyListInput) => {
  const { where, orderBy, limit } = await pageTerms(db, input);
  const found = await rows<CardRow>(
    db,
    sql`${SELECT_CARDS} where ${where} order by ${sql.join(orderBy, sql`, `)} limit ${limit}`,
  );
  const { items, nextCursor } = sortedPage(found.map(readCard), input);
  const now = clock.now();
  return {
    items: items.map((item) => cardOf(item, { now, hasSampleData: config.hasSampleData })),
    nextCursor,
  };
});

/** Those of these properties that are approved, as cards, by id. */
export async function propertyCards(
  { db, clock, config }: Platform,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PropertyCard>> {
  if (ids.length === 0) return new Map();
  const found = await rows<CardRow>(
    db,
    sql`${SELECT_CARDS} where ${and(eq(properties.status, 'approved'), inArray(properties.id, [...ids]))}`,
  );
  const now = clock.now();
  return new Map(
    found
      .map(readCard)
      .map((item) => [item.property.id, cardOf(item, { now, hasSampleData: config.hasSampleData })]),
  );
}

/** Approved properties as full entities, for REST. */
export async function propertyEntities(db: Database, input: PropertyListInput) {
  const { where, orderBy, limit } = await pageTerms(db, input);
  const found = await db
    .select({ property: properties, availableShares })
    .from(properties)
    .leftJoin(ledgerAccounts, ofAvailability)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  const { items, nextCursor } = sortedPage(found, input);
  return { items: items.map(entityOf), nextCursor };
}

const MAX_PLACES = 500;

/** Coordinates of the listed properties that match. */
export const places = coalesceReads(
  async ({ db }: Pick<Platform, 'db'>, input: PropertyPlacesInput): Promise<PropertyPlaces> => {
    const terms = input.q === undefined ? null : await searchTerms(db, input.q);
    const where = and(...filtersOf(input, terms));
    const [counts] = await db
      .select({
        located: sql<number>`count(${properties.latitude})::int`,
        matching: sql<number>`count(*)::int`,
      })
      .from(properties)
      .leftJoin(ledgerAccounts, ofAvailability)
      .where(where);
    const found = await db
      .select({
        id: properties.id,
        name: properties.name,
        location: properties.location,
        latitude: sql<number>`${properties.latitude}`,
        longitude: sql<number>`${properties.longitude}`,
        pricePerShareCents: properties.pricePerShareCents,
        annualYieldBps: properties.annualYieldBps,
      })
      .from(properties)
      .leftJoin(ledgerAccounts, ofAvailability)
      .where(and(where, isNotNull(properties.latitude)))
      .orderBy(desc(properties.annualYieldBps), desc(properties.id))
      .limit(MAX_PLACES);
    const { located, matching } = present(counts, 'the counts');
    return { places: found, located, unlocated: matching - located };
  },
);

const MAX_LOCATIONS = 500;

/** The figures above the market, and the locations to filter by. */
export const stats = coalesceReads<Platform, void, MarketStats>(async ({ db }) => {
  const approved = eq(properties.status, 'approved');
  const [figures] = await db
    .select({
      listedProperties: sql<number>`count(*)::int`,
      availableProperties: sql<number>`count(*) filter (where ${availableShares} > 0)::int`,
      totalMarketValueCents: sql<string>`coalesce(sum(${currentValuationCents(columnsAs('properties'))}), 0)::bigint::text`,
      averageYieldBps: sql<number>`coalesce(round(avg(${properties.annualYieldBps}) * 100), 0)::int`,
    })
    .from(properties)
    .leftJoin(ledgerAccounts, ofAvailability)
    .where(approved);
  const places = await db
    .selectDistinct({ location: properties.location })
    .from(properties)
    .where(approved)
    .orderBy(properties.location)
    .limit(MAX_LOCATIONS);
  return {
    availableProperties: figures?.availableProperties ?? 0,
    listedProperties: figures?.listedProperties ?? 0,
    totalMarketValueCents: Number(figures?.totalMarketValueCents ?? 0),
    averageYieldBps: figures?.averageYieldBps ?? 0,
    locations: places.map(({ location }) => location),
  };
});

/** When an approved property last changed; null while there is none. */
export async function lastMarketChange(db: Database): Promise<Date | null> {
  const [latest] = await db
    .select({ changedAt: properties.updatedAt })
    .from(properties)
    .where(eq(properties.status, 'approved'))
    .orderBy(desc(properties.updatedAt))
    .limit(1);
  return latest?.changedAt ?? null;
}

const MAX_ADDRESSES = 45_000;

/** The public pages of approved properties, the newest first. */
export function offeringAddresses(db: Database): Promise<{ id: number; name: string; updatedAt: Date }[]> {
  return db
    .select({ id: properties.id, name: properties.name, updatedAt: properties.updatedAt })
    .from(properties)
    .where(eq(properties.status, 'approved'))
    .orderBy(desc(properties.id))
    .limit(MAX_ADDRESSES);
}
