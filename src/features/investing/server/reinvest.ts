import { purchaseCommand } from './invest.ts';

/** Invests a distribution by the holder's standing choice: a purchase that the ledger calls a reinvestment. */
export const reinvest = purchaseCommand('investing.reinvest', { code: 'reinvestment', paidBy: 'buyer' });
