import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** Losses of a person became wash sales. */
export const WASH_SALES_RECORDED = defineEvent(
  'lots.washSalesRecorded',
  z.object({
    userId: z.string(),
    washSales: z.array(z.object({ tradeId: z.uuid(), lotId: z.uuid(), replacementLotId: z.uuid() })),
  }),
);

declare module '#kernel/events.ts' {
  interface SliceEvents {
    lots: typeof import('./lots.events.ts');
  }
}
