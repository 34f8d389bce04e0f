import { and, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { offerings } from '#db/schema/offerings.ts';
import { properties } from '#db/schema/properties.ts';
import { resaleBooks, resaleOrders, resaleTrades } from '#db/schema/resale.ts';
import { accounts, balanceOf, holdingKinds } from '#features/ledger/server/index.ts';
import { buildingOf, visibleProperty } from '#features/properties/server/index.ts';
import { columnsAs, currentValues, perShareCents } from '#features/valuations/server/index.ts';
import type { ShareValue } from '#features/valuations/share-value.contract.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { cursorPart, readCursor } from '#platform/server/database/cursors.ts';
import { type Database, highestFirst } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { pseudonymsOf } from '#platform/server/security/pseudonyms.ts';
import type { Side } from '../order-book.rules.ts';
import {
  type BookLevel,
  type BookView,
  type ListedProperty,
  type ListingCard,
  type ListingSort,
  MAX_LAST_TRADES,
  type MarketFigures,
  type OwnOrder,
  resaleErrors,
  type SellableHolding,
  type TradeView,
} from '../resale.contract.ts';
import { priceBandOf } from '../resale.rules.ts';
import { countsForPrices } from './wash-trades.ts';

const MAX_BOOK_LEVELS = 50;

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
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return {
    items: await cardsOf(items, platform),
    nextCursor: last ? `${sort}~${last.key}~${last.order.seq}` : null,
  };
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

/** The resale market in figures, and the properties that have listings. */
export async function marketFigures({ db, clock }: Platform, actor: UserActor): Promise<MarketFigures> {
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
  const [traded] = await db
    .select({ cents: sql<string>`coalesce(sum(${resaleTrades.amountCents}) * 100, 0)::bigint::text` })
    .from(resaleTrades)
    .where(
      and(sql`${resaleTrades.at} > ${now.toISOString()}::timestamptz - interval '30 days'`, countsForPrices),
    );
  return {
    listings: offered.reduce((sum, one) => sum + one.listings, 0),
    sharesForSale: offered.reduce((sum, one) => sum + one.shares, 0),
    tradedCents: Number(traded?.cents ?? 0),
    properties: offered.slice(0, 200).map(({ id, name }) => ({ id, name })),
  };
}

async function levels(
  { db, clock }: Platform,
  viewer: string,
  propertyId: number,
  side: Side,
): Promise<BookLevel[]> {
  return db
    .select({
      pricePerShareCents: resaleOrders.pricePerShareCents,
      sharesLeft: sql<number>`sum(${resaleOrders.sharesLeft})::float8`,
      ownShares: sql<number>`coalesce(sum(${resaleOrders.sharesLeft}) filter (where ${resaleOrders.userId} = ${viewer}), 0)::float8`,
    })
    .from(resaleOrders)
    .where(
      and(
        eq(resaleOrders.propertyId, propertyId),
        eq(resaleOrders.status, 'open'),
        eq(resaleOrders.side, side),
        sql`${resaleOrders.expiresAt} > ${clock.now().toISOString()}::timestamptz`,
      ),
    )
    .groupBy(resaleOrders.pricePerShareCents)
    .orderBy(side === 'ask' ? resaleOrders.pricePerShareCents : desc(resaleOrders.pricePerShareCents))
    .limit(MAX_BOOK_LEVELS);
}

/** The open orders of a property by price, and the viewer's shares. */
export async function book(
  platform: Platform,
  actor: UserActor,
  { propertyId }: { propertyId: number },
): Promise<BookView> {
  const { db } = platform;
  const { userId } = actor;
  const { property } = await visibleProperty(db, actor, propertyId);
  const [halt] = await db.select().from(resaleBooks).where(eq(resaleBooks.propertyId, propertyId));
  const [last] = await db
    .select({ pricePerShareCents: resaleTrades.pricePerShareCents })
    .from(resaleTrades)
    .where(and(eq(resaleTrades.propertyId, propertyId), countsForPrices))
    .orderBy(highestFirst(resaleTrades.seq))
    .limit(1);
  return {
    property: present((await listedProperties(platform, [property])).get(property.id), 'the property'),
    haltReason: halt?.haltReason ?? null,
    closed: property.status !== 'approved',
    funded: await isFunded(db, propertyId),
    asks: await levels(platform, userId, propertyId, 'ask'),
    bids: await levels(platform, userId, propertyId, 'bid'),
    lastPriceCents: last?.pricePerShareCents ?? null,
    viewer: {
      sharesFree: await balanceOf(db, accounts.userShares(userId, propertyId)),
      sharesListed: await balanceOf(db, accounts.userListed(userId, propertyId)),
    },
  };
}

/** The last 50 trades of a property that count for its price, newest first. Nobody is named. */
export async function trades(
  { db }: Platform,
  actor: UserActor,
  { propertyId }: { propertyId: number },
): Promise<TradeView[]> {
  await visibleProperty(db, actor, propertyId);
  const found = await db
    .select()
    .from(resaleTrades)
    .where(and(eq(resaleTrades.propertyId, propertyId), countsForPrices))
    .orderBy(highestFirst(resaleTrades.seq))
    .limit(MAX_LAST_TRADES);
  return found.map(({ id, shares, pricePerShareCents, at, buyerId, sellerId }) => ({
    id,
    shares,
    pricePerShareCents,
    at: at.toISOString(),
    mine: buyerId === actor.userId ? 'bought' : sellerId === actor.userId ? 'sold' : null,
  }));
}

interface OwnOrdersInput {
  state: 'open' | 'closed';
  cursor?: string | undefined;
  limit: number;
}

async function ownOrders(db: Database, { userId }: UserActor, side: Side, input: OwnOrdersInput) {
  const { state, cursor, limit } = input;
  const [seq] = cursor === undefined ? [] : readCursor(cursor, cursorPart.bigint);
  const found = await db
    .select({ order: resaleOrders, propertyName: properties.name, haltReason: resaleBooks.haltReason })
    .from(resaleOrders)
    .innerJoin(properties, eq(properties.id, resaleOrders.propertyId))
    .leftJoin(resaleBooks, eq(resaleBooks.propertyId, resaleOrders.propertyId))
    .where(
      and(
        eq(resaleOrders.userId, userId),
        eq(resaleOrders.side, side),
        state === 'open' ? eq(resaleOrders.status, 'open') : ne(resaleOrders.status, 'open'),
        seq === undefined ? undefined : lt(resaleOrders.seq, Number(seq)),
      ),
    )
    .orderBy(highestFirst(resaleOrders.seq))
    .limit(limit + 1);
  const items = found.slice(0, limit).map(
    ({ order, propertyName, haltReason }): OwnOrder => ({
      id: order.id,
      propertyId: order.propertyId,
      propertyName,
      shares: order.shares,
      sharesLeft: order.sharesLeft,
      pricePerShareCents: order.pricePerShareCents,
      status: order.status,
      openedAt: order.openedAt.toISOString(),
      expiresAt: order.expiresAt.toISOString(),
      closedAt: order.closedAt?.toISOString() ?? null,
      haltReason,
    }),
  );
  const last = found.length > limit ? found[limit - 1] : undefined;
  return { items, nextCursor: last ? String(last.order.seq) : null };
}

/** The caller's listings, newest first. */
export function ownListings(db: Database, actor: UserActor, input: OwnOrdersInput) {
  return ownOrders(db, actor, 'ask', input);
}

/** The caller's bids, newest first. */
export function ownBids(db: Database, actor: UserActor, input: OwnOrdersInput) {
  return ownOrders(db, actor, 'bid', input);
}

/** The caller's holdings, with the shares that are free to sell. */
export async function sellable(platform: Platform, { userId }: UserActor): Promise<SellableHolding[]> {
  const { db } = platform;
  const sharesOf = (kind: (typeof holdingKinds)[number]) =>
    sql<number>`coalesce(sum(${ledgerAccounts.balance}) filter (where ${ledgerAccounts.kind} = ${kind}), 0)::int`;
  const held = await db
    .select({
      propertyId: ledgerAccounts.propertyId,
      sharesFree: sharesOf('user_shares'),
      sharesListed: sharesOf('user_listed'),
    })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.userId, userId), inArray(ledgerAccounts.kind, holdingKinds)))
    .groupBy(ledgerAccounts.propertyId)
    .having(sql`sum(${ledgerAccounts.balance}) > 0`);
  if (held.length === 0) return [];
  const ids = held.flatMap(({ propertyId }) => propertyId ?? []);
  const found = await db
    .select({ property: properties, haltReason: resaleBooks.haltReason, offering: offerings.status })
    .from(properties)
    .innerJoin(offerings, eq(offerings.propertyId, properties.id))
    .leftJoin(resaleBooks, eq(resaleBooks.propertyId, properties.id))
    .where(inArray(properties.id, ids))
    .orderBy(desc(properties.id));
  const listed = await listedProperties(
    platform,
    found.map(({ property }) => property),
  );
  return found.map(({ property, haltReason, offering }) => {
    const { sharesFree = 0, sharesListed = 0 } =
      held.find(({ propertyId }) => propertyId === property.id) ?? {};
    return {
      property: present(listed.get(property.id), 'the property of a holding'),
      status: property.status,
      statusReason: property.statusReason,
      offering,
      haltReason,
      sharesFree,
      sharesListed,
    };
  });
}

async function isFunded(db: Database, propertyId: number): Promise<boolean> {
  const [offering] = await db
    .select({ status: offerings.status })
    .from(offerings)
    .where(eq(offerings.propertyId, propertyId));
  return offering?.status === 'funded';
}
