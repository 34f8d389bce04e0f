import { and, asc, eq, lte } from 'drizzle-orm';
import { z } from 'zod';
import { resaleOrders } from '#db/schema/resale.ts';
import { notifyAll } from '#features/notifications/server/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { instant, propertyId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { quoteTrade } from '../resale.rules.ts';
import { closeOrders, MAX_CLOSED_ORDERS, propertyOf } from './close-order.ts';
import { lockBooks } from './market.ts';

/**
 * Closes the oldest bids for a property from before its owner corrected it: they were made on its old terms, and an
 * owner who lowered the share price could sell new shares to them at the old one. Their owners are notified.
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
    if (bids.length === 0) return { closed: 0, done: true };
    await closeOrders(run, bids, 'cancelled');
    const { name } = await propertyOf(tx, propertyId);
    await notifyAll(
      run,
      bids.map(({ userId, sharesLeft, pricePerShareCents }) => {
        const { totalCents } = quoteTrade(sharesLeft, pricePerShareCents);
        const bid = `${counted(sharesLeft, 'share')} at ${formatUsdExact(pricePerShareCents)}`;
        return {
          userId,
          type: 'property',
          priority: 'high',
          title: 'Your bid was canceled',
          message: `The owner of ${name} corrected its offering, so your bid for ${bid} was canceled. ${formatUsdExact(totalCents)} is available again.`,
          actionUrl: '/resale-marketplace?view=own-bids',
          always: true,
        };
      }),
    );
    return { closed: bids.length, done: bids.length < MAX_CLOSED_ORDERS };
  },
  audit: ({ propertyId }, { closed }) => ({ subject: `property:${propertyId}`, details: { closed } }),
});
