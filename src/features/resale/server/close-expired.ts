import { and, asc, eq, lte } from 'drizzle-orm';
import { z } from 'zod';
import { properties } from '#db/schema/properties.ts';
import { resaleOrders } from '#db/schema/resale.ts';
import { type NewNotification, notifyAll } from '#features/notifications/server/index.ts';
import { present } from '#kernel/assert.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { counted, plural } from '#kernel/plural.ts';
import { propertyId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { quoteTrade } from '../resale.rules.ts';
import { closeOrders, MAX_CLOSED_ORDERS } from './close-order.ts';
import { lockBooks, type Order } from './market.ts';

/** Closes orders of one book that are past their expiry, the longest overdue first, and notifies their owners. */
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
    if (expired.length > 0) {
      await closeOrders(run, expired, 'expired');
      const [property] = await tx
        .select({ name: properties.name })
        .from(properties)
        .where(eq(properties.id, propertyId));
      const { name } = present(property, 'the property of a book');
      await notifyAll(
        run,
        expired.map((order) => expiryNotification(order, name)),
      );
    }
    return { closed: expired.length, done: expired.length < MAX_CLOSED_ORDERS };
  },
  audit: ({ propertyId }, { closed }) => ({
    subject: `property:${propertyId}`,
    details: { propertyId, closed },
  }),
});

/** What expired, and that what it reserved is free again. */
function expiryNotification(
  { userId, side, propertyId, sharesLeft, pricePerShareCents }: Order,
  property: string,
): NewNotification {
  const order = `${counted(sharesLeft, 'share')} of ${property} at ${formatUsdExact(pricePerShareCents)}`;
  const { totalCents } = quoteTrade(sharesLeft, pricePerShareCents);
  return {
    userId,
    type: 'property',
    priority: 'medium',
    ...(side === 'ask'
      ? {
          title: 'Your listing expired',
          message: `${order} did not sell in time. You can list ${plural(sharesLeft, 'it', 'them')} again.`,
          actionUrl: `/share-resale?property=${propertyId}`,
        }
      : {
          title: 'Your bid expired',
          message: `Nobody sold you ${order} in time. ${formatUsdExact(totalCents)} is available again.`,
          actionUrl: `/property/${propertyId}?tab=trading`,
        }),
  };
}
