/** A user ordered a deposit or withdrawal; a job hands it to the payment provider. */
export const TRANSFER_REQUESTED = 'wallet.transferRequested';
/** A deposit or withdrawal came through or failed. */
export const TRANSFER_SETTLED = 'wallet.transferSettled';
/** A withdrawal waits for an admin's decision. */
export const TRANSFER_HELD = 'wallet.transferHeld';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    wallet: typeof import('./wallet.events.ts');
  }
}
