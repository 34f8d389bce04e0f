import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** A user ordered a deposit or withdrawal; a job hands it to the payment provider. */
export const TRANSFER_REQUESTED = defineEvent('wallet.transferRequested', z.object({ transferId: z.uuid() }));
/** A deposit or withdrawal came through or failed: at the bank, or by an admin who rejected it. */
export const TRANSFER_SETTLED = defineEvent(
  'wallet.transferSettled',
  z.object({ transferId: z.uuid(), status: z.string() }),
);
/** A withdrawal waits for an admin's decision. */
export const TRANSFER_HELD = defineEvent('wallet.transferHeld', z.object({ transferId: z.uuid() }));

declare module '#kernel/events.ts' {
  interface SliceEvents {
    wallet: typeof import('./wallet.events.ts');
  }
}
