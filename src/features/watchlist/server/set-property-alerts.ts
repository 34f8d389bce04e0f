import { and, eq } from 'drizzle-orm';
import { watchedProperties } from '#db/schema/watchlist.ts';
import { DomainError } from '#kernel/errors.ts';
import { auditOfCaller, defineCommand } from '#platform/server/commands/run-command.ts';
import { propertyAlertsInput, watchlistErrors } from '../watchlist.contract.ts';
import { WATCHLIST_CHANGED } from '../watchlist.events.ts';
import { adoptThresholds, lockWatchlist } from './adopt-thresholds.ts';
import { alertsFrom, generalAlertsOf } from './watchlist.queries.ts';

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
    await lockWatchlist(tx, userId);
    const general = await generalAlertsOf(tx, userId);
    const ofProperty = eq(watchedProperties.propertyId, propertyId);
    const own = and(eq(watchedProperties.userId, userId), ofProperty);
    const [watched] = await tx.select().from(watchedProperties).where(own);
    if (!watched) throw new DomainError(watchlistErrors.NOT_WATCHED);
    await tx.update(watchedProperties).set({ alerts }).where(own);
    const before = watched.alerts ? alertsFrom(watched.alerts) : general;
    await adoptThresholds(tx, { userId, which: ofProperty, before, now: alerts ?? general });
    emit(WATCHLIST_CHANGED, { userId, payload: {} });
    return { alerts };
  },
  // It names no property: admins read the log.
  audit: auditOfCaller,
});
