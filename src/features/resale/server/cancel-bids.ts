import { and, asc, eq, type SQL } from 'drizzle-orm';
import { resaleOrders } from '#db/schema/resale.ts';
import { notifyAll } from '#features/notifications/server/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { quoteTrade } from '../resale.rules.ts';
import { closeOrders, MAX_CLOSED_ORDERS, propertyOf } from './close-order.ts';
import { lockBooks } from './market.ts';

interface CanceledBids {
  propertyId: number;
  /** Which of the open bids for the property. */
  which: SQL | undefined;
  /** Why, as the beginning of the sentence that ends with the canceled bid. */
  reason(property: string): string;
  /** The page that the notification leads to. */
  actionUrl: `/${string}`;
}

/**
 * Cancels open bids for a property, the oldest first and as many as one transaction may close, and notifies their owners.
 * @returns the number of canceled bids, and whether there were no more
 */
export async function cancelBids(
  run: Run,
  { propertyId, which, reason, actionUrl }: CanceledBids,
): Promise<{ closed: number; done: boolean }> {
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
        which,
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
        message: `${reason(name)}, so your bid for ${bid} was canceled. ${formatUsdExact(totalCents)} is available again.`,
        actionUrl,
        always: true,
      };
    }),
  );
  return { closed: bids.length, done: bids.length < MAX_CLOSED_ORDERS };
}
