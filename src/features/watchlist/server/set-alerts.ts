import { watchlistAlerts } from '#db/schema/watchlist.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { generalAlertsInput } from '../watchlist.contract.ts';
import { WATCHLIST_CHANGED } from '../watchlist.events.ts';

/** Sets what the caller is alerted of, for every watched property that has no alerts of its own. */
export const setAlerts = defineCommand({
  name: 'watchlist.setAlerts',
  input: generalAlertsInput,
  access: 'signedIn',
  whileFrozen: true,
  async run({ tx, actor: { userId }, now, emit }, { alerts }) {
    const row = { alerts, updatedAt: now };
    await tx
      .insert(watchlistAlerts)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: watchlistAlerts.userId, set: row });
    emit({ type: WATCHLIST_CHANGED, userId, payload: {} });
    return alerts;
  },
  audit: (_, __, actor) => ({ subject: actor.kind === 'user' ? `user:${actor.userId}` : '' }),
});
