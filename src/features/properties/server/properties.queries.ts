import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { rentReports, reportedIncome } from '#db/schema/distributions.ts';
import { users } from '#db/schema/identity.ts';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { offerings } from '#db/schema/offerings.ts';
import { properties } from '#db/schema/properties.ts';
import { holdingKinds } from '#features/ledger/server/index.ts';
import type { OfferingView } from '#features/offerings/offerings.contract.ts';
import {
  offeringColumns,
  offeringViewOf,
  offeringViewOfProperty,
  sharesSoldSince,
} from '#features/offerings/server/index.ts';
import { affiliationOf, samePersonAmong, verifiedAmong } from '#features/ownership/server/index.ts';
import {
  columnsAs,
  currentValuationCents,
  currentValueOf,
  valueHistory,
} from '#features/valuations/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { toDecimal } from '#kernel/money.ts';
import { after, DAY } from '#kernel/time.ts';
import { cursorPart, readCursor, refuseCursor } from '#platform/server/database/cursors.ts';
import { type Database, highestFirst, type Queryable, rows } from '#platform/server/database/db.ts';
import { coalesceReads } from '#platform/server/database/shared-reads.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { Actor, UserActor } from '#platform/server/security/caller.ts';
import { pseudonymsOf } from '#platform/server/security/pseudonyms.ts';
import { buildingOf } from '../building.rules.ts';
import type { MarketStats, Shareholder } from '../market.contract.ts';
import {
  type PropertyCard,
  type PropertyDetail,
  type PropertyEntity,
  type PropertyListInput,
  type PropertyPlaces,
  type PropertyPlacesInput,
  type PropertyStatus,
  propertyErrors,
} from '../properties.contract.ts';
import {
  bandLimits,
  CAP_RATE_MONTHS,
  equityOf,
  knownCapRate,
  type ReportedIncome,
} from '../properties.rules.ts';
import type { AdminProperty, OutstandingWork } from '../review.contract.ts';
import { hasLenderToPay, hasMissingMonths } from './outstanding-work.ts';
import { canSeeProperty } from './properties.policy.ts';
import {
  type CardRow,
  cardOf,
  entityOf,
  placeOf,
  readCard,
  SELECT_CARDS,
  type StoredProperty,
} from './properties.views.ts';
import { type SearchTerms, searchTerms, withParts } from './property-search.ts';
import { resubmittedAt, submissionNumber } from './property-submissions.ts';

const availableShares = sql<number>`coalesce(${ledgerAccounts.balance}, 0)::int`;

const ofAvailability = and(
  eq(ledgerAccounts.propertyId, properties.id),
  eq(ledgerAccounts.kind, 'property_available'),
);

type Sorted = Pick<
  typeof properties.$inferSelect,
  'id' | 'annualYieldBps' | 'pricePerShareCents' | 'approvedAt'
>;

const sorts = {
  yield: {
    key: properties.annualYieldBps,
    direction: highestFirst,
    beyond: lt,
    text: (property: Sorted) => String(property.annualYieldBps),
    value: (text: string) => (/^\d{1,5}$/.test(text) ? Number(text) : null),
  },
  price: {
    key: properties.pricePerShareCents,
    direction: asc,
    beyond: gt,
    text: (property: Sorted) => String(property.pricePerShareCents),
    value: (text: string) => (/^\d{1,12}$/.test(text) ? Number(text) : null),
  },
  newest: {
    key: properties.approvedAt,
    direction: highestFirst,
    beyond: lt,
    text: (property: Sorted) => String(property.approvedAt?.getTime() ?? 0),
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

function cutPage<Found extends { property: Sorted }>(
  found: readonly Found[],
  { sort, limit }: PropertyListInput,
): { items: Found[]; nextCursor: string | null } {
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1)?.property : undefined;
  return { items, nextCursor: last ? `${sort}~${sorts[sort].text(last)}~${last.id}` : null };
}

/** Approved properties as cards. */
export const list = coalesceReads(async ({ db, clock, config }: Platform, input: PropertyListInput) => {
  const { where, orderBy, limit } = await pageTerms(db, input);
  const found = await rows<CardRow>(
    db,
    sql`${SELECT_CARDS} where ${where} order by ${sql.join(orderBy, sql`, `)} limit ${limit}`,
  );
  const { items, nextCursor } = cutPage(found.map(readCard), input);
  const now = clock.now();
  return {
    items: items.map((item) => cardOf(item, { now, hasSampleData: config.hasSampleData })),
    nextCursor,
  };
});

/** Those of these properties that are approved, as cards, by id. */
export async function cards(
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
export async function entities(db: Database, input: PropertyListInput) {
  const { where, orderBy, limit } = await pageTerms(db, input);
  const found = await db
    .select({ property: properties, availableShares })
    .from(properties)
    .leftJoin(ledgerAccounts, ofAvailability)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  const { items, nextCursor } = cutPage(found, input);
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
    .limit(500);
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

interface Visible extends StoredProperty {
  viewerShares: number;
}

/**
 * One property as it is stored, with the viewer's holding.
 * @throws PROPERTY_NOT_FOUND also for one that the viewer may not see
 */
export async function visibleProperty(db: Queryable, actor: Actor, id: number): Promise<Visible> {
  const [found] = await db
    .select({ property: properties, availableShares })
    .from(properties)
    .leftJoin(ledgerAccounts, ofAvailability)
    .where(eq(properties.id, id));
  const viewerShares = actor.kind === 'user' ? await sharesHeld(db, actor.userId, id) : 0;
  if (!found || !canSeeProperty(actor, { ...found.property, viewerShares })) {
    throw new DomainError(propertyErrors.PROPERTY_NOT_FOUND);
  }
  return { ...found, viewerShares };
}

async function sharesHeld(db: Queryable, userId: string, propertyId: number): Promise<number> {
  const [holding] = await db
    .select({ shares: sql<number>`coalesce(sum(${ledgerAccounts.balance}), 0)::int` })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.userId, userId),
        inArray(ledgerAccounts.kind, holdingKinds),
        eq(ledgerAccounts.propertyId, propertyId),
      ),
    );
  return holding?.shares ?? 0;
}

/** One property as a full entity, for REST. An invisible one answers like a missing one. */
export async function entity(db: Queryable, actor: Actor, id: number): Promise<PropertyEntity> {
  return entityOf(await visibleProperty(db, actor, id));
}

/** Everything the property page shows. */
export async function detail(
  platform: Platform,
  actor: Actor,
  { id }: { id: number },
): Promise<PropertyDetail> {
  const { db, clock, config } = platform;
  const found = await visibleProperty(db, actor, id);
  const { property, viewerShares } = found;
  const now = clock.now();
  const weekAgo = after(now, -7 * DAY);
  const [investors] = await db
    .select({ holders: sql<number>`count(distinct ${ledgerAccounts.userId})::int` })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.propertyId, id),
        inArray(ledgerAccounts.kind, holdingKinds),
        gt(ledgerAccounts.balance, 0),
      ),
    );
  const { valuationCents, value, debtCents } = currentValueOf(await valueHistory(db, id), now);
  const card = { ...found, property: { ...property, valuationCents } };
  return {
    ...cardOf(card, { now, hasSampleData: config.hasSampleData }),
    offeringValuationCents: property.valuationCents,
    value,
    debtCents,
    ...placeOf(property),
    ...equityOf({ ...property, availableShares: found.availableShares }),
    description: property.description,
    status: property.status,
    statusReason: property.statusReason,
    ...knownCapRate({ ...property, reported: await reportedIncomeOf(db, id), valuationCents }),
    soldShares: property.totalShares - found.availableShares,
    weeklySharesSold: await sharesSoldSince(db, id, weekAgo),
    investorCount: investors?.holders ?? 0,
    ownedByViewer: actor.kind === 'user' && actor.userId === property.ownerId,
    viewerAffiliation: await affiliationOf(db, actor, property),
    viewerShares,
    offering: shownTo(
      actor,
      found,
      await offeringViewOfProperty(db, { ...property, availableShares: found.availableShares }),
    ),
  };
}

/** The reason of a payout hold is shown to the owner, the holders and admins; the hold itself to everyone. */
function shownTo(actor: Actor, { property, viewerShares }: Visible, offering: OfferingView): OfferingView {
  const isParty =
    actor.kind === 'user' &&
    (actor.role === 'admin' || actor.userId === property.ownerId || viewerShares > 0);
  if (isParty || offering.hold === null) return offering;
  return { ...offering, hold: { ...offering.hold, reason: null } };
}

async function reportedIncomeOf(db: Database, propertyId: number): Promise<ReportedIncome> {
  const last = db
    .select({ income: sql<string>`${reportedIncome} * 100`.as('income') })
    .from(rentReports)
    .where(eq(rentReports.propertyId, propertyId))
    .orderBy(desc(rentReports.month))
    .limit(CAP_RATE_MONTHS)
    .as('last');
  const [sums] = await db
    .select({
      months: sql<number>`count(*)::int`,
      cents: sql<string>`coalesce(sum(${last.income}), 0)::bigint::text`,
    })
    .from(last);
  return { months: sums?.months ?? 0, operatingIncomeCents: Number(sums?.cents ?? 0) };
}

/** Holders of a property, the largest first, under pseudonyms. */
export async function shareholders(
  { db, vault }: Pick<Platform, 'db' | 'vault'>,
  actor: UserActor,
  { propertyId, cursor, limit }: { propertyId: number; cursor?: string | undefined; limit: number },
) {
  await visibleProperty(db, actor, propertyId);
  const { nameOf, secret } = await pseudonymsOf(vault, propertyId);
  const [lastShares, place] =
    cursor === undefined ? [] : readCursor(cursor, cursorPart.integer, '[0-9a-f]{32}');
  const holdings = db
    .select({
      userId: sql<string>`${ledgerAccounts.userId}`.as('holder'),
      shares: sql<number>`sum(${ledgerAccounts.balance})::int`.as('shares'),
      // A rank among equals that reveals no id.
      place: sql<string>`md5(${secret}::text || ${ledgerAccounts.userId})`.as('place'),
    })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.propertyId, propertyId),
        inArray(ledgerAccounts.kind, holdingKinds),
        gt(ledgerAccounts.balance, 0),
      ),
    )
    .groupBy(ledgerAccounts.userId)
    .as('holdings');
  const found = await db
    .select()
    .from(holdings)
    .where(
      place === undefined
        ? undefined
        : or(
            lt(holdings.shares, Number(lastShares)),
            and(eq(holdings.shares, Number(lastShares)), gt(holdings.place, place)),
          ),
    )
    .orderBy(desc(holdings.shares), asc(holdings.place))
    .limit(limit + 1);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(
      ({ userId, shares }): Shareholder => ({
        name: nameOf(userId),
        shares,
        mine: userId === actor.userId,
      }),
    ),
    nextCursor: last ? `${last.shares}~${last.place}` : null,
  };
}

interface AdminListInput {
  status?: PropertyStatus | undefined;
  outstanding?: OutstandingWork | undefined;
  q?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** All properties for the admin panel, the latest first. */
export async function adminList(
  { db, config, clock }: Pick<Platform, 'db' | 'config' | 'clock'>,
  actor: UserActor,
  { status, outstanding, q, cursor, limit }: AdminListInput,
) {
  const terms = q === undefined ? null : await searchTerms(db, q);
  const found = await db
    .select({
      property: properties,
      availableShares,
      firstName: users.firstName,
      lastName: users.lastName,
      ...offeringColumns,
      resubmittedAt,
      submissionNumber,
      lenderWaitingCents: sql<number>`coalesce((
        select m.balance from ledger_accounts m
        where m.property_id = ${properties.id} and m.kind = 'property_mortgage'), 0)::float8`,
    })
    .from(properties)
    .innerJoin(users, eq(users.id, properties.ownerId))
    .innerJoin(offerings, eq(offerings.propertyId, properties.id))
    .leftJoin(ledgerAccounts, ofAvailability)
    .where(
      and(
        status ? eq(properties.status, status) : undefined,
        outstanding === 'lender' ? hasLenderToPay : undefined,
        outstanding === 'reports' ? hasMissingMonths(clock.now()) : undefined,
        terms ? withParts(terms) : undefined,
        cursor === undefined
          ? undefined
          : lt(properties.id, Number(readCursor(cursor, cursorPart.integer)[0])),
      ),
    )
    .orderBy(desc(properties.id))
    .limit(limit + 1);
  const shown = found.slice(0, limit);
  const ownerIds = shown.map(({ property }) => property.ownerId);
  const viewers = await samePersonAmong(db, actor.userId, ownerIds);
  const verified = config.investing.requiresKyc ? await verifiedAmong(db, ownerIds) : null;
  const items = shown.map((row): AdminProperty => {
    const { property } = row;
    return {
      id: property.id,
      name: property.name,
      location: property.location,
      ...placeOf(property),
      propertyType: property.propertyType,
      subtype: property.subtype,
      ...buildingOf(property.description),
      pricePerShare: toDecimal(property.pricePerShareCents),
      totalShares: property.totalShares,
      availableShares: row.availableShares,
      lenderWaitingCents: row.lenderWaitingCents,
      annualYield: entityOf(row).annualYield,
      status: property.status,
      statusReason: property.statusReason,
      imageUrl: property.imageUrl,
      ownerName: `${row.firstName} ${row.lastName}`,
      ownedByViewer: viewers.has(property.ownerId),
      ownerVerificationMissing: verified !== null && !verified.has(property.ownerId),
      createdAt: property.createdAt.toISOString(),
      resubmittedAt: row.resubmittedAt === null ? null : new Date(row.resubmittedAt).toISOString(),
      submissionNumber: row.submissionNumber,
      offering: offeringViewOf(row, { ...property, availableShares: row.availableShares }),
    };
  });
  return { items, nextCursor: found.length > limit ? String(items.at(-1)?.id) : null };
}
