/** An owner filed a valuation. */
export const VALUATION_FILED = 'valuations.filed';
/** A valuation counts from now on: the offering's own, or one that an admin approved. */
export const VALUATION_APPROVED = 'valuations.approved';
/** An admin rejected a valuation. */
export const VALUATION_REJECTED = 'valuations.rejected';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    valuations: typeof import('./valuations.events.ts');
  }
}
