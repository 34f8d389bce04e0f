import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';
import { propertyId } from '#kernel/schemas.ts';

/** A user bought shares on the primary market. */
export const INVESTED = defineEvent(
  'investing.invested',
  z.object({ investmentId: z.string(), propertyId, shares: z.int() }),
);
/** A user canceled a purchase. */
export const PURCHASE_CANCELLED = defineEvent(
  'investing.purchaseCancelled',
  z.object({ investmentId: z.string(), propertyId, shares: z.int() }),
);

declare module '#kernel/events.ts' {
  interface SliceEvents {
    investing: typeof import('./investing.events.ts');
  }
}
