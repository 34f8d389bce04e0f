/** Losses of a person became wash sales. */
export const WASH_SALES_RECORDED = 'lots.washSalesRecorded';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    lots: typeof import('./lots.events.ts');
  }
}
