import { and, asc, eq, type SQL } from 'drizzle-orm';
import { watchedProperties } from '#db/schema/watchlist.ts';
import { lock } from '#platform/server/database/advisory-locks.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import type { AlertSettings } from '../watchlist.contract.ts';
import { levelsBeyond, movedLevels } from '../watchlist.rules.ts';
import { currentFigures } from './watched-figures.ts';

/** Locks a person's watchlist, so that a property is not added by thresholds that change meanwhile. */
export async function lockWatchlist(tx: Transaction, userId: string): Promise<void> {
  await lock(tx, 'watchlists', userId);
}

/**
 * After a change of thresholds, stores which of their levels these watched properties are beyond already: as when a
 * property is added, only a later crossing alerts, and none of the new levels has alerted yet.
 */
export async function adoptThresholds(
  tx: Transaction,
  { userId, which, before, now }: { userId: string; which: SQL; before: AlertSettings; now: AlertSettings },
): Promise<void> {
  const moved = movedLevels(before, now);
  if (moved.length === 0) return;
  const watched = await tx
    .select()
    .from(watchedProperties)
    .where(and(eq(watchedProperties.userId, userId), which))
    .orderBy(asc(watchedProperties.propertyId))
    .for('update');
  const ids = watched.map(({ propertyId }) => propertyId);
  const figures = await currentFigures(tx, ids);
  for (const { propertyId, passedLevels, alertedAt, ...basis } of watched) {
    const current = figures.get(propertyId);
    if (!current) continue;
    const beyond = levelsBeyond(basis, current, now).filter((level) => moved.includes(level));
    const isUnmoved = (level: string) => !moved.some((one) => one === level);
    const unmoved = passedLevels.filter(isUnmoved);
    const alerts = Object.entries(alertedAt).filter(([level]) => isUnmoved(level));
    await tx
      .update(watchedProperties)
      .set({ passedLevels: [...unmoved, ...beyond], alertedAt: Object.fromEntries(alerts) })
      .where(and(eq(watchedProperties.userId, userId), eq(watchedProperties.propertyId, propertyId)));
  }
}
