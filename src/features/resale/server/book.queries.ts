import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import { offerings } from '#db/schema/offerings.ts';
import { resaleBooks, resaleOrders, resaleTrades } from '#db/schema/resale.ts';
import { isVerifiedToBuy } from '#features/investing/server/index.ts';
import { accounts, balanceOf } from '#features/ledger/server/index.ts';
import { visibleProperty } from '#features/properties/server/index.ts';
import { present } from '#kernel/assert.ts';
import { type Database, highestFirst } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { Side } from '../order-book.rules.ts';
import {
  type BookLevel,
  type BookView,
  MAX_IMMEDIATE_TRADES,
  MAX_LAST_TRADES,
  type TradeView,
} from '../resale.contract.ts';
import { listedProperties } from './resale.queries.ts';
import { countsForPrices } from './wash-trades.ts';

const MAX_BOOK_LEVELS = 50;

async function levels(
  platform: Platform,
  viewer: string,
  propertyId: number,
  side: Side,
): Promise<BookLevel[]> {
  return platform.db
    .select({
      pricePerShareCents: resaleOrders.pricePerShareCents,
      sharesLeft: sql<number>`sum(${resaleOrders.sharesLeft})::float8`,
      ownShares: sql<number>`coalesce(sum(${resaleOrders.sharesLeft}) filter (where ${resaleOrders.userId} = ${viewer}), 0)::float8`,
    })
    .from(resaleOrders)
    .where(isOpen(platform, propertyId, side))
    .groupBy(resaleOrders.pricePerShareCents)
    .orderBy(bestPrice(side))
    .limit(MAX_BOOK_LEVELS);
}

const bestPrice = (side: Side) =>
  side === 'ask' ? asc(resaleOrders.pricePerShareCents) : desc(resaleOrders.pricePerShareCents);

const isOpen = ({ clock, config }: Platform, propertyId: number, side: Side) =>
  and(
    eq(resaleOrders.propertyId, propertyId),
    eq(resaleOrders.status, 'open'),
    eq(resaleOrders.side, side),
    sql`${resaleOrders.expiresAt} > ${clock.now().toISOString()}::timestamptz`,
    side === 'bid' ? isVerifiedToBuy(sql`${resaleOrders.userId}`, config.investing) : undefined,
  );

/** The shares of the best orders of others on a side, as many as one order may fill. */
async function mostShares(
  platform: Platform,
  viewer: string,
  propertyId: number,
  side: Side,
): Promise<number> {
  const best = platform.db
    .select({ sharesLeft: resaleOrders.sharesLeft })
    .from(resaleOrders)
    .where(and(isOpen(platform, propertyId, side), ne(resaleOrders.userId, viewer)))
    .orderBy(bestPrice(side), resaleOrders.seq)
    .limit(MAX_IMMEDIATE_TRADES)
    .as('best');
  const [found] = await platform.db
    .select({ shares: sql<number>`coalesce(sum(${best.sharesLeft}), 0)::float8` })
    .from(best);
  return present(found, 'a sum').shares;
}

/** The open orders of a property by price, and the viewer's shares. */
export async function book(
  platform: Platform,
  actor: UserActor,
  { propertyId }: { propertyId: number },
): Promise<BookView> {
  const { db, clock } = platform;
  const { userId } = actor;
  const { property } = await visibleProperty(db, actor, propertyId);
  const [halt] = await db.select().from(resaleBooks).where(eq(resaleBooks.propertyId, propertyId));
  const resumesAt = halt?.resumesAt ?? null;
  const [last] = await db
    .select({ pricePerShareCents: resaleTrades.pricePerShareCents })
    .from(resaleTrades)
    .where(and(eq(resaleTrades.propertyId, propertyId), countsForPrices))
    .orderBy(highestFirst(resaleTrades.seq))
    .limit(1);
  return {
    property: present((await listedProperties(platform, [property])).get(property.id), 'the property'),
    haltReason: halt?.haltReason ?? null,
    haltedUntil: resumesAt !== null && resumesAt > clock.now() ? resumesAt.toISOString() : null,
    totalShares: property.totalShares,
    closed: property.status !== 'approved',
    funded: await isFunded(db, propertyId),
    asks: await levels(platform, userId, propertyId, 'ask'),
    bids: await levels(platform, userId, propertyId, 'bid'),
    lastPriceCents: last?.pricePerShareCents ?? null,
    mostSharesNow: {
      bid: await mostShares(platform, userId, propertyId, 'ask'),
      ask: await mostShares(platform, userId, propertyId, 'bid'),
    },
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

async function isFunded(db: Database, propertyId: number): Promise<boolean> {
  const [offering] = await db
    .select({ status: offerings.status })
    .from(offerings)
    .where(eq(offerings.propertyId, propertyId));
  return offering?.status === 'funded';
}
