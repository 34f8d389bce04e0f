import { and, asc, eq, lte } from 'drizzle-orm';
import { z } from 'zod';
import { resaleOrders } from '#db/schema/resale.ts';
import { instant, propertyId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { MAX_CLOSED_ORDERS } from './close-expired.ts';
import { closeOrders } from './close-order.ts';
import { lockBooks } from './market.ts';

/**
 * Closes the oldest bids for a property from before its owner corrected it: they were made on its old terms, and an
 * owner who lowered the share price could sell new shares to them at the old one.
 */
export const closeEarlierBids = defineCommand({
  name: 'resale.closeEarlierBids',
  input: z.strictObject({ propertyId, before: instant }),
  access: 'system',
  async run(run, { propertyId, before }) {
    const { tx } = run;
    await lockBooks(tx, { propertyIds: [propertyId] });
    const bids = await tx
      .select()
      .from(resaleOrders)
      .where(
        and(
          eq(resaleOrders.propertyId, propertyId),
          eq(resaleOrders.side, 'bid'),
          eq(resaleOrders.status, 'open'),
          lte(resaleOrders.openedAt, new Date(before)),
        ),
      )
      .orderBy(asc(resaleOrders.seq))
      .limit(MAX_CLOSED_ORDERS);
    if (bids.length > 0) await closeOrders(run, bids, 'cancelled');
    return { closed: bids.length };
  },
  audit: ({ propertyId }, { closed }) => ({ subject: `property:${propertyId}`, details: { closed } }),
});
