import { defineCommand } from '#platform/server/commands/run-command.ts';
import { cancelBidInput } from '../resale.contract.ts';
import { closedView, closeOrders, lockOwnOrder } from './close-order.ts';

/**
 * Cancels the caller's bid; the rest of its reserved cash is available again. Idempotent by `requestId`.
 * @throws ORDER_NOT_FOUND, ORDER_CLOSED
 */
export const cancelBid = defineCommand({
  name: 'resale.cancelBid',
  input: cancelBidInput,
  access: 'signedIn',
  whileFrozen: true,
  async run(run, { bidId }) {
    const bid = await lockOwnOrder(run, 'bid', bidId);
    await closeOrders(run, [bid], 'cancelled');
    return closedView(bid, 'cancelled');
  },
  audit: ({ bidId }, { sharesLeft }) => ({ subject: `bid:${bidId}`, details: { sharesLeft } }),
});
