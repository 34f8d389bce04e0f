import { count, eq } from 'drizzle-orm';
import { watchedProperties } from '#db/schema/watchlist.ts';
import { visibleProperty } from '#features/properties/server/index.ts';
import { currentValues } from '#features/valuations/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { auditOfCaller, defineCommand } from '#platform/server/commands/run-command.ts';
import { MAX_WATCHED_PROPERTIES, watchInput, watchlistErrors } from '../watchlist.contract.ts';
import { WATCHLIST_CHANGED } from '../watchlist.events.ts';
import { levelsBeyond } from '../watchlist.rules.ts';
import { lockWatchlist } from './adopt-thresholds.ts';
import { currentFigures, figuresFor } from './watched-figures.ts';
import { generalAlertsOf } from './watchlist.queries.ts';

/**
 * Adds a property to the caller's watchlist, with today's price and yield. One that is there already stays as it is, so
 * that two devices may add the same.
 * @throws PROPERTY_NOT_FOUND also for one that the caller may not see; WATCHLIST_FULL
 */
export const watchProperty = defineCommand({
  name: 'watchlist.watchProperty',
  input: watchInput,
  access: 'signedIn',
  whileFrozen: true,
  async run({ tx, actor, now, emit }, { propertyId }) {
    await visibleProperty(tx, actor, propertyId);
    const { userId } = actor;
    await lockWatchlist(tx, userId);
    const found = present((await currentFigures(tx, [propertyId])).get(propertyId), 'a visible property');
    const figures = figuresFor(userId, found);
    const { value } = present((await currentValues(tx, [propertyId], now)).get(propertyId), 'its value');
    const basis = {
      priceWhenAddedCents: value.perShareCents,
      yieldWhenAddedBps: figures.yieldBps,
    };
    const added = await tx
      .insert(watchedProperties)
      .values({
        userId,
        propertyId,
        addedAt: now,
        name: figures.name,
        location: figures.location,
        ...basis,
        basisWhenAdded: value.basis,
        basisWhenAddedOn: value.effectiveOn,
        passedLevels: levelsBeyond(basis, figures, await generalAlertsOf(tx, userId)),
      })
      .onConflictDoNothing()
      .returning({ propertyId: watchedProperties.propertyId });
    if (added.length === 0) return { watched: true as const };
    const [all] = await tx
      .select({ many: count() })
      .from(watchedProperties)
      .where(eq(watchedProperties.userId, userId));
    if ((all?.many ?? 0) > MAX_WATCHED_PROPERTIES) throw new DomainError(watchlistErrors.WATCHLIST_FULL);
    emit(WATCHLIST_CHANGED, { userId, payload: {} });
    return { watched: true as const };
  },
  // It names no property: admins read the log.
  audit: auditOfCaller,
});
