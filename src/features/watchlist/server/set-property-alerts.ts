import { and, eq } from 'drizzle-orm';
import { watchedProperties } from '#db/schema/watchlist.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { propertyAlertsInput, watchlistErrors } from '../watchlist.contract.ts';
import { WATCHLIST_CHANGED } from '../watchlist.events.ts';
import { auditOfWatcher } from './audit-of-watcher.ts';

/**
 * Sets the caller's alerts for one watched property, or has the general alerts apply to it again.
 * @throws NOT_WATCHED
 */
export const setPropertyAlerts = defineCommand({
  name: 'watchlist.setPropertyAlerts',
  input: propertyAlertsInput,
  access: 'signedIn',
  whileFrozen: true,
  async run({ tx, actor: { userId }, emit }, { propertyId, alerts }) {
    const changed = await tx
      .update(watchedProperties)
      .set({ alerts })
      .where(and(eq(watchedProperties.userId, userId), eq(watchedProperties.propertyId, propertyId)))
      .returning({ propertyId: watchedProperties.propertyId });
    if (changed.length === 0) throw new DomainError(watchlistErrors.NOT_WATCHED);
    emit({ type: WATCHLIST_CHANGED, userId, payload: {} });
    return { alerts };
  },
  audit: auditOfWatcher,
});
