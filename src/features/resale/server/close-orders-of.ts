import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { resaleOrders } from '#db/schema/resale.ts';
import { propertyId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/run-command.ts';
import { closeOrders } from './close-order.ts';
import { lockBooks } from './market.ts';

/** Closes a person's open orders of one book, and tells how many. */
export const closeOrdersOf = defineCommand({
  name: 'resale.closeOrdersOf',
  input: z.strictObject({ userId: z.string(), propertyId }),
  access: 'system',
  async run(run, { userId, propertyId }) {
    await lockBooks(run.tx, { propertyIds: [propertyId] });
    const theirs = and(
      eq(resaleOrders.userId, userId),
      eq(resaleOrders.propertyId, propertyId),
      eq(resaleOrders.status, 'open'),
    );
    const open = await run.tx.select().from(resaleOrders).where(theirs).orderBy(asc(resaleOrders.seq));
    if (open.length > 0) await closeOrders(run, open, 'cancelled');
    return { closed: open.length };
  },
  audit: ({ userId, propertyId }, { closed }) => ({
    subject: `user:${userId}`,
    details: { propertyId, closed },
  }),
});
