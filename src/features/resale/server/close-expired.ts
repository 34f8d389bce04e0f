import { and, asc, eq, lte } from 'drizzle-orm';
import { z } from 'zod';
import { resaleOrders } from '#db/schema/resale.ts';
import { type NewNotification, notifyAll } from '#features/notifications/server/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { counted, plural } from '#kernel/plural.ts';
import { propertyId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { quoteTrade } from '../resale.rules.ts';
import { closeOrders, MAX_CLOSED_ORDERS, propertyOf } from './close-order.ts';
import { lockBooks, type Order } from './market.ts';

/** Closes orders of one book that are past their expiry, the longest overdue first, and notifies their owners. */
export const closeExpired = defineCommand({
  name: 'resale.closeExpired',
  input: z.strictObject({ propertyId }),
  access: 'system',
  async run(run, { propertyId }) {
    const { tx, now } = run;
    const halts = await lockBooks(tx, { propertyIds: [propertyId] });
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
      const { name, status } = await propertyOf(tx, propertyId);
      const isHalted = halts.get(propertyId) !== null;
      const market = status !== 'approved' ? 'closed' : isHalted ? 'halted' : 'open';
      await notifyAll(
        run,
        expired.map((order) => expiryNotification(order, name, market)),
      );
    }
    return { closed: expired.length, done: expired.length < MAX_CLOSED_ORDERS };
  },
  audit: ({ propertyId }, { closed }) => ({
    subject: `property:${propertyId}`,
    details: { propertyId, closed },
  }),
});

/** Whether orders of a property can be placed now, and when not, whether trading is to resume. */
type MarketState = 'open' | 'halted' | 'closed';

function listAgainText(shares: number, market: MarketState): string {
  if (market === 'closed')
    return `The property is off the market, so ${plural(shares, 'it', 'they')} cannot be listed now.`;
  const again = `You can list ${plural(shares, 'it', 'them')} again`;
  return market === 'halted' ? `${again} when trading resumes.` : `${again}.`;
}

/** What expired, and that what it reserved is free again. */
function expiryNotification(
  { userId, side, propertyId, sharesLeft, pricePerShareCents }: Order,
  property: string,
  market: MarketState,
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
          message: `${order} did not sell in time. ${listAgainText(sharesLeft, market)}`,
          actionUrl: `/share-resale?property=${propertyId}`,
        }
      : {
          title: 'Your bid expired',
          message: `Your bid for ${order} was not filled in time. ${formatUsdExact(totalCents)} is available again.`,
          actionUrl: `/property/${propertyId}?tab=trading`,
        }),
  };
}
