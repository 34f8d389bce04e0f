/** A user bought shares on the primary market. */
export const INVESTED = 'investing.invested';
/** A user cancelled a purchase. */
export const PURCHASE_CANCELLED = 'investing.purchaseCancelled';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    investing: typeof import('./investing.events.ts');
  }
}
