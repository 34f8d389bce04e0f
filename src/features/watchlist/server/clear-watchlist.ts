import { and, eq, lte } from 'drizzle-orm';
import { z } from 'zod';
import { watchedProperties, watchlistAlerts } from '#db/schema/watchlist.ts';
import { handle, instant } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { WATCHLIST_CHANGED } from '../watchlist.events.ts';

/** Empties the watchlist of an account that is cleared for its address's owner; later additions stay. */
export const clearWatchlist = defineCommand({
  name: 'watchlist.clearWatchlist',
  input: z.strictObject({ userId: handle, at: instant }),
  access: 'system',
  async run({ tx, emit }, { userId, at }) {
    const moment = new Date(at);
    await tx
      .delete(watchedProperties)
      .where(and(eq(watchedProperties.userId, userId), lte(watchedProperties.addedAt, moment)));
    await tx
      .delete(watchlistAlerts)
      .where(and(eq(watchlistAlerts.userId, userId), lte(watchlistAlerts.updatedAt, moment)));
    emit(WATCHLIST_CHANGED, { userId, payload: {} });
    return { cleared: true as const };
  },
  audit: ({ userId }) => ({ subject: `user:${userId}` }),
});
