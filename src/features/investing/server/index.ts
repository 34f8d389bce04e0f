export { quotePurchase, refuseBuyer, smallestOrder } from '../investing.rules.ts';
export { cancelPurchase } from './cancel-purchase.ts';
export {
  type CheckedOrder,
  invest,
  MAX_PURCHASE_TRANSFERS,
  type PurchaseCheck,
  purchaseCommand,
} from './invest.ts';
export {
  type BuyerEligibility,
  buyerFacts,
  countOrder,
  type EligibilityRows,
  eligibilityFrom,
  eligibilityQueries,
  investedMonths,
  isVerifiedToBuy,
  limitLeftCents,
  lockEligibility,
} from './limits.ts';
export { reinvest } from './reinvest.ts';
