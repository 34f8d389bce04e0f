import { defineCommand } from '#platform/server/commands/run-command.ts';
import { cancelListingInput } from '../resale.contract.ts';
import { closedView, closeOrders, lockOwnOrder } from './close-order.ts';

/**
 * Cancels the caller's listing; its remaining shares are free again. Idempotent by `requestId`.
 * @throws ORDER_NOT_FOUND, ORDER_CLOSED
 */
export const cancelListing = defineCommand({
  name: 'resale.cancelListing',
  input: cancelListingInput,
  access: 'signedIn',
  whileFrozen: true,
  async run(run, { listingId }) {
    const listing = await lockOwnOrder(run, 'ask', listingId);
    await closeOrders(run, [listing], 'cancelled');
    return closedView(listing, 'cancelled');
  },
  audit: ({ listingId }, { sharesLeft }) => ({ subject: `listing:${listingId}`, details: { sharesLeft } }),
});
