import { lte } from 'drizzle-orm';
import { z } from 'zod';
import { resaleOrders } from '#db/schema/resale.ts';
import { instant, propertyId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { cancelBids } from './cancel-bids.ts';

/**
 * Closes the oldest bids for a property from before its owner corrected it: they were made on its old terms, and an
 * owner who lowered the share price could sell new shares to them at the old one. Their owners are notified.
 */
export const closeEarlierBids = defineCommand({
  name: 'resale.closeEarlierBids',
  input: z.strictObject({ propertyId, before: instant }),
  access: 'system',
  run: (run, { propertyId, before }) =>
    cancelBids(run, {
      propertyId,
      which: lte(resaleOrders.openedAt, new Date(before)),
      reason: (property) => `The owner of ${property} corrected its offering`,
      actionUrl: '/resale-marketplace?view=own-bids',
    }),
  audit: ({ propertyId }, { closed }) => ({ subject: `property:${propertyId}`, details: { closed } }),
});
