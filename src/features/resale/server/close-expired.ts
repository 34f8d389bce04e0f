import { and, asc, eq, lte } from 'drizzle-orm';
import { z } from 'zod';
import { resaleOrders } from '#db/schema/resale.ts';
import { propertyId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { closeOrders } from './close-order.ts';
import { lockBooks } from './market.ts';

/** Orders closed in one transaction at most, so that trading never waits long for it. */
export const MAX_CLOSED_ORDERS = 200;

/** Closes orders of one book that are past their expiry, the longest overdue first. */
export const closeExpired = defineCommand({
  name: 'resale.closeExpired',
  input: z.strictObject({ propertyId }),
  access: 'system',
  async run(run, { propertyId }) {
    const { tx, now } = run;
    await lockBooks(tx, { propertyIds: [propertyId] });
    const expired = await tx
      .select()
      .from(resaleOrders)
      .where(
        and(
          eq(resaleOrders.propertyId, propertyId),
          eq(resaleOrders.status, 'open'),
          lte(resaleOrders.expiresAt, now),
        ),
      )
      .orderBy(asc(resaleOrders.expiresAt), asc(resaleOrders.seq))
      .limit(MAX_CLOSED_ORDERS);
    if (expired.length > 0) await closeOrders(run, expired, 'expired');
    return { closed: expired.length };
  },
  audit: ({ propertyId }, { closed }) => ({
    subject: `property:${propertyId}`,
    details: { propertyId, closed },
  }),
});
