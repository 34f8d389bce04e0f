/** A holder offered shares on the resale market. */
export const LISTING_OPENED = 'resale.listingOpened';
/** Someone bid for shares. */
export const BID_PLACED = 'resale.bidPlaced';
/** Shares changed hands: one event for the seller, which is broadcast, and one for the buyer. */
export const SHARES_TRADED = 'resale.sharesTraded';
/** A listing or bid was cancelled or expired. */
export const ORDER_CLOSED = 'resale.orderClosed';
/** A listing has another price. */
export const LISTING_REPRICED = 'resale.listingRepriced';
/** An admin halted trading in a property. */
export const TRADING_HALTED = 'resale.tradingHalted';
/** An admin let trading in a property continue. */
export const TRADING_RESUMED = 'resale.tradingResumed';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    resale: typeof import('./resale.events.ts');
  }
}
