import { purchaseCommand } from './purchase-command.ts';

/**
 * Buys shares on the primary market: the cost and the processing fee go to the property's escrow, the shares to the
 * buyer. Price and fee are the server's. Idempotent by `requestId`.
 * @throws PROPERTY_NOT_FOUND also for one that the buyer may not see
 * @throws NOT_OPEN, OWN_OFFERING, NOT_ENOUGH_SHARES, BELOW_MINIMUM_ORDER, KYC_REQUIRED, MONTHLY_LIMIT, ANNUAL_LIMIT,
 *   INSUFFICIENT_FUNDS
 */
export const invest = purchaseCommand('investing.invest', { code: 'investment', paidBy: 'buyer' });
