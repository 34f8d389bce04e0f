import { isNull } from 'drizzle-orm';
import { watchedProperties, watchlistAlerts } from '#db/schema/watchlist.ts';
import { auditOfCaller, defineCommand } from '#platform/server/commands/run-command.ts';
import { generalAlertsInput } from '../watchlist.contract.ts';
import { WATCHLIST_CHANGED } from '../watchlist.events.ts';
import { adoptThresholds, lockWatchlist } from './adopt-thresholds.ts';
import { generalAlertsOf } from './watchlist.queries.ts';

/** Sets the caller's general alerts, for every watched property without its own alerts. */
export const setAlerts = defineCommand({
  name: 'watchlist.setAlerts',
  input: generalAlertsInput,
  access: 'signedIn',
  whileFrozen: true,
  async run({ tx, actor: { userId }, now, emit }, { alerts }) {
    await lockWatchlist(tx, userId);
    const before = await generalAlertsOf(tx, userId);
    const row = { alerts, updatedAt: now };
    await tx
      .insert(watchlistAlerts)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: watchlistAlerts.userId, set: row });
    await adoptThresholds(tx, { userId, which: isNull(watchedProperties.alerts), before, now: alerts });
    emit(WATCHLIST_CHANGED, { userId, payload: {} });
    return alerts;
  },
  audit: auditOfCaller,
});
