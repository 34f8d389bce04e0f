import { purchaseCommand } from './purchase-command.ts';

/** Invests a distribution because its holder has chosen so in advance: a purchase that the ledger calls a reinvestment. */
export const reinvest = purchaseCommand('investing.reinvest', { code: 'reinvestment', paidBy: 'buyer' });
