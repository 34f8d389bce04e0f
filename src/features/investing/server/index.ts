export { quotePurchase, refuseBuyer, smallestOrder } from '../investing.rules.ts';
export { cancelPurchase } from './cancel-purchase.ts';
export {
  type BuyerEligibility,
  buyerFacts,
  countSpending,
  type EligibilityRows,
  eligibilityFrom,
  eligibilityQueries,
  investedMonthsWrite,
  isVerifiedToBuy,
  limitLeftCents,
  lockEligibility,
} from './eligibility.ts';
export { invest } from './invest.ts';
export {
  type CheckedPurchase,
  MAX_PURCHASE_TRANSFERS,
  type PurchaseCheck,
  purchaseCommand,
} from './purchase-command.ts';
export { reinvest } from './reinvest.ts';
