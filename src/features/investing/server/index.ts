export { affordableShares } from '../investing.rules.ts';
export { invest, reinvest } from './invest.ts';
export { investmentOfReceipt, investments } from './investing.queries.ts';
export { investingInvariants } from './verify-investing.ts';
