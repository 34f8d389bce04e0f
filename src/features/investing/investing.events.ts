/** A user bought shares on the primary market. */
export const INVESTED = 'investing.invested';
/** A user cancelled a purchase. */
export const PURCHASE_CANCELLED = 'investing.purchaseCancelled';
/** An offering reached its minimum and was closed: its money is the owner's. */
export const OFFERING_FUNDED = 'investing.offeringFunded';
/** An offering missed its minimum and was closed: its purchases are refunded. */
export const OFFERING_FAILED = 'investing.offeringFailed';
/** Money of a funded offering went to its owner. */
export const PROCEEDS_RELEASED = 'investing.proceedsReleased';
/** A user's purchases of a failed offering were refunded. */
export const PURCHASES_REFUNDED = 'investing.purchasesRefunded';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    investing: typeof import('./investing.events.ts');
  }
}
