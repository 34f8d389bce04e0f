import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';
import { propertyId } from '#kernel/schemas.ts';

/** A holder offered shares on the resale market. */
export const LISTING_OPENED = defineEvent(
  'resale.listingOpened',
  z.object({ listingId: z.string(), propertyId }),
);
/** Someone bid for shares. */
export const BID_PLACED = defineEvent('resale.bidPlaced', z.object({ bidId: z.string(), propertyId }));
/** Shares changed hands: one event for the seller, which is broadcast, and one for the buyer. */
export const SHARES_TRADED = defineEvent('resale.sharesTraded', z.object({ tradeId: z.string() }));
/** A listing or bid was canceled or expired. */
export const ORDER_CLOSED = defineEvent(
  'resale.orderClosed',
  z.object({ orderId: z.string(), side: z.string(), status: z.string(), propertyId }),
);
/** A listing has another price. */
export const LISTING_REPRICED = defineEvent(
  'resale.listingRepriced',
  z.object({ listingId: z.string(), propertyId }),
);
/** An admin halted trading in a property. */
export const TRADING_HALTED = defineEvent(
  'resale.tradingHalted',
  z.object({ propertyId, reason: z.string() }),
);
/** An admin let trading in a property continue. */
export const TRADING_RESUMED = defineEvent('resale.tradingResumed', z.object({ propertyId }));

declare module '#kernel/events.ts' {
  interface SliceEvents {
    resale: typeof import('./resale.events.ts');
  }
}
