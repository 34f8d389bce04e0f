export { affordableShares, refuseBuyer } from '../investing.rules.ts';
export { cancelPurchase } from './cancel-purchase.ts';
export { invest } from './invest.ts';
export { investmentOfReceipt, investments } from './investing.queries.ts';
export {
  type BuyerEligibility,
  buyerFacts,
  countOrder,
  type EligibilityRows,
  eligibilityFrom,
  eligibilityQueries,
  invested,
} from './limits.ts';
export { reinvest } from './reinvest.ts';
