import { and, asc, eq, gt, not, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { resaleOrders } from '#db/schema/resale.ts';
import { isVerifiedToBuy } from '#features/investing/server/index.ts';
import { notifyAll } from '#features/notifications/server/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { propertyId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { Config } from '#platform/server/runtime/config.ts';
import { quoteTrade } from '../resale.rules.ts';
import { closeOrders, MAX_CLOSED_ORDERS, propertyOf } from './close-order.ts';
import { lockBooks } from './market.ts';

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
  async run(run, { propertyId }) {
    const { tx } = run;
    await lockBooks(tx, { propertyIds: [propertyId] });
    const bids = await tx
      .select()
      .from(resaleOrders)
      .where(and(eq(resaleOrders.propertyId, propertyId), unverifiedBids(run.config, run.now)))
      .orderBy(asc(resaleOrders.seq))
      .limit(MAX_CLOSED_ORDERS);
    if (bids.length > 0) {
      await closeOrders(run, bids, 'cancelled');
      const { name } = await propertyOf(tx, propertyId);
      await notifyAll(
        run,
        bids.map(({ userId, sharesLeft, pricePerShareCents }) => {
          const { totalCents } = quoteTrade(sharesLeft, pricePerShareCents);
          const bid = `${counted(sharesLeft, 'share')} of ${name} at ${formatUsdExact(pricePerShareCents)}`;
          return {
            userId,
            type: 'property',
            priority: 'high',
            title: 'Your bid was canceled',
            message: `Buying now requires a verified identity, so your bid for ${bid} was canceled. ${formatUsdExact(totalCents)} is available again.`,
            actionUrl: '/onboarding/kyc',
            always: true,
          };
        }),
      );
    }
    return { closed: bids.length, done: bids.length < MAX_CLOSED_ORDERS };
  },
  audit: ({ propertyId }, { closed }) => ({ subject: `property:${propertyId}`, details: { closed } }),
});
