import { and, asc, eq, gt, lt, or } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { resaleOrders } from '#db/schema/resale.ts';
import { notifyAll } from '#features/notifications/server/index.ts';
import { columnsAs, perShareCents } from '#features/valuations/server/index.ts';
import { present } from '#kernel/assert.ts';
import { groupBy } from '#kernel/group-by.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { counted, plural } from '#kernel/plural.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { bandText, priceBandOf, quoteTrade } from '../resale.rules.ts';
import { closeOrders, MAX_CLOSED_ORDERS } from './close-order.ts';
import type { Order } from './market.ts';

/**
 * Closes open orders of a locked book whose price is outside of the band, and notifies their owners: in the order of
 * their owners, as many as one transaction may close. Orders past their expiry are left to the job that closes those.
 * @returns whether none is left
 */
export async function closeOrdersOutsideBand(run: Run, propertyId: number): Promise<boolean> {
  const { tx, now, config } = run;
  const [found] = await tx
    .select({ name: properties.name, valueCents: perShareCents(columnsAs('properties')) })
    .from(properties)
    .where(eq(properties.id, propertyId));
  const { name, valueCents } = present(found, 'the property of a book');
  const priceBand = priceBandOf(valueCents, config.resale);
  const { lowestCents, highestCents } = priceBand;
  const price = resaleOrders.pricePerShareCents;
  const left = await tx
    .select()
    .from(resaleOrders)
    .where(
      and(
        eq(resaleOrders.propertyId, propertyId),
        eq(resaleOrders.status, 'open'),
        gt(resaleOrders.expiresAt, now),
        or(lt(price, lowestCents), gt(price, highestCents)),
      ),
    )
    .orderBy(asc(resaleOrders.userId), asc(resaleOrders.seq))
    .limit(MAX_CLOSED_ORDERS);
  if (left.length === 0) return true;
  await closeOrders(run, left, 'cancelled');
  const reason = `A share of ${name} is now worth ${formatUsdExact(valueCents)}, so shares can trade at ${bandText(priceBand)} each.`;
  await notifyAll(
    run,
    [...groupBy(left, ({ userId }) => userId)].map(([userId, orders]) => ({
      userId,
      type: 'property',
      priority: 'high',
      title: plural(orders.length, 'Your order was canceled', 'Your orders were canceled'),
      message: `${reason} ${cancelledText(orders)}`,
      actionUrl: `/property/${propertyId}?tab=trading`,
      always: true,
    })),
  );
  return left.length < MAX_CLOSED_ORDERS;
}

function cancelledText(orders: readonly Order[]): string {
  const [order, second] = orders;
  if (!order || second)
    return `Your ${orders.length} orders at other prices were canceled. What they reserved is available again.`;
  const { side, sharesLeft, pricePerShareCents } = order;
  const shares = `${counted(sharesLeft, 'share')} at ${formatUsdExact(pricePerShareCents)}`;
  if (side === 'ask')
    return `Your listing of ${shares} was canceled. You can list again at a price in this range.`;
  const { totalCents } = quoteTrade(sharesLeft, pricePerShareCents);
  return `Your bid for ${shares} was canceled, and ${formatUsdExact(totalCents)} is available again.`;
}
