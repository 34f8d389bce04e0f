import { and, eq, inArray, sql } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { watchedProperties, watchlistAlerts } from '#db/schema/watchlist.ts';
import { propertyCards } from '#features/properties/server/index.ts';
import { currentValues } from '#features/valuations/server/index.ts';
import { present } from '#kernel/assert.ts';
import { cursorAfter, cutPage, olderThan } from '#platform/server/database/cursors.ts';
import { type Database, highestFirst, type Queryable } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import {
  type AlertSettings,
  alertSettings,
  MAX_WATCHED_PROPERTIES,
  type WatchedItem,
  type WatchlistSummary,
} from '../watchlist.contract.ts';
import { DEFAULT_ALERTS, marketOf } from '../watchlist.rules.ts';

/** Alert settings as stored; kinds of alert added since have their default. */
export const alertsFrom = (stored: object): AlertSettings =>
  alertSettings.parse({ ...DEFAULT_ALERTS, ...stored });

/** A person's general alerts. */
export async function generalAlertsOf(db: Queryable, userId: string): Promise<AlertSettings> {
  const [found] = await db
    .select({ alerts: watchlistAlerts.alerts })
    .from(watchlistAlerts)
    .where(eq(watchlistAlerts.userId, userId));
  return found ? alertsFrom(found.alerts) : DEFAULT_ALERTS;
}

/** The ids of the properties that the caller watches, for the hearts. */
export async function watchedIds(db: Database, { userId }: UserActor): Promise<number[]> {
  const found = await db
    .select({ id: watchedProperties.propertyId })
    .from(watchedProperties)
    .where(eq(watchedProperties.userId, userId))
    .orderBy(watchedProperties.propertyId)
    .limit(MAX_WATCHED_PROPERTIES);
  return found.map(({ id }) => id);
}

/** The caller's watchlist, the latest added first. A property off the market comes without its figures. */
export async function list(
  platform: Platform,
  actor: UserActor,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const { db, propertyVisibility } = platform;
  const found = await db
    .select()
    .from(watchedProperties)
    .where(
      and(
        eq(watchedProperties.userId, actor.userId),
        olderThan(cursor, watchedProperties.addedAt, watchedProperties.propertyId),
      ),
    )
    .orderBy(highestFirst(watchedProperties.addedAt), highestFirst(watchedProperties.propertyId))
    .limit(limit + 1);
  const { items: shown, nextCursor } = cutPage(found, limit, (last) =>
    cursorAfter(last.addedAt, last.propertyId),
  );
  const ids = shown.map(({ propertyId }) => propertyId);
  const [listed, visible, values] = await Promise.all([
    propertyCards(platform, ids),
    propertyVisibility.visibleAmong(db, actor, ids),
    currentValues(db, ids, platform.clock.now()),
  ]);
  const items = shown.map((row): WatchedItem => {
    const card = listed.get(row.propertyId);
    const { value } = present(values.get(row.propertyId), 'a watched property');
    return {
      id: row.propertyId,
      name: row.name,
      location: row.location,
      addedAt: row.addedAt.toISOString(),
      valueWhenAdded: {
        perShareCents: row.priceWhenAddedCents,
        basis: row.basisWhenAdded,
        effectiveOn: row.basisWhenAddedOn,
      },
      yieldWhenAddedBps: row.yieldWhenAddedBps,
      alerts: row.alerts && alertsFrom(row.alerts),
      property: card ? { ...card, value } : null,
      canOpen: visible.has(row.propertyId),
    };
  });
  return { items, nextCursor };
}

/** The figures above the caller's watchlist. */
export async function summary(db: Database, { userId }: UserActor): Promise<WatchlistSummary> {
  const watched = await db
    .select({ location: properties.location })
    .from(watchedProperties)
    .innerJoin(properties, eq(properties.id, watchedProperties.propertyId))
    .where(eq(watchedProperties.userId, userId))
    .limit(MAX_WATCHED_PROPERTIES);
  const ofCaller = db
    .select({ id: watchedProperties.propertyId })
    .from(watchedProperties)
    .where(eq(watchedProperties.userId, userId));
  const [average] = await db
    .select({ yieldBps: sql<number | null>`round(avg(${properties.annualYieldBps}) * 100)::int` })
    .from(properties)
    .where(and(eq(properties.status, 'approved'), inArray(properties.id, ofCaller)));
  return {
    watched: watched.length,
    averageYieldBps: average?.yieldBps ?? null,
    markets: new Set(watched.map(({ location }) => marketOf(location))).size,
  };
}
