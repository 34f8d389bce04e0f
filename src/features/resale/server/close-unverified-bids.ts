import { and, eq, gt, not, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { resaleOrders } from '#db/schema/resale.ts';
import { isVerifiedToBuy } from '#features/investing/server/index.ts';
import { propertyId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { Config } from '#platform/server/runtime/config.ts';
import { cancelBids } from './cancel-bids.ts';

/** Open bids of people who are not verified as buying requires now. Those past their expiry are closed as such. */
export const unverifiedBids = ({ investing }: Pick<Config, 'investing'>, now: Date): SQL | undefined =>
  and(
    eq(resaleOrders.side, 'bid'),
    eq(resaleOrders.status, 'open'),
    gt(resaleOrders.expiresAt, now),
    not(isVerifiedToBuy(sql`${resaleOrders.userId}`, investing)),
  );

/**
 * Closes bids for a property whose bidders are not verified as buying requires, the oldest first, and notifies them. There
 * are some when a server begins to require it, or begins later than the others.
 */
export const closeUnverifiedBids = defineCommand({
  name: 'resale.closeUnverifiedBids',
  input: z.strictObject({ propertyId }),
  access: 'system',
  run: (run, { propertyId }) =>
    cancelBids(run, {
      propertyId,
      which: unverifiedBids(run.config, run.now),
      reason: (property) => `Buying shares of ${property} now requires a verified identity`,
      actionUrl: '/onboarding/kyc',
    }),
  audit: ({ propertyId }, { closed }) => ({ subject: `property:${propertyId}`, details: { closed } }),
});
