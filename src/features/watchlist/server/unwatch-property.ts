import { and, eq } from 'drizzle-orm';
import { watchedProperties } from '#db/schema/watchlist.ts';
import { auditOfCaller, defineCommand } from '#platform/server/commands/run-command.ts';
import { watchInput } from '../watchlist.contract.ts';
import { WATCHLIST_CHANGED } from '../watchlist.events.ts';

/** Removes a property from the caller's watchlist; one that is not there is removed already. */
export const unwatchProperty = defineCommand({
  name: 'watchlist.unwatchProperty',
  input: watchInput,
  access: 'signedIn',
  whileFrozen: true,
  async run({ tx, actor: { userId }, emit }, { propertyId }) {
    const removed = await tx
      .delete(watchedProperties)
      .where(and(eq(watchedProperties.userId, userId), eq(watchedProperties.propertyId, propertyId)))
      .returning({ propertyId: watchedProperties.propertyId });
    if (removed.length > 0) emit(WATCHLIST_CHANGED, { userId, payload: {} });
    return { watched: false as const };
  },
  // It names no property: admins read the log.
  audit: auditOfCaller,
});
