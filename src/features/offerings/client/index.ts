export {
  closingText,
  deadlineAtApproval,
  deadlineOf,
  heldSharesText,
  offeringStateLabel,
  ownOfferingReason,
} from '../offerings.rules.ts';
export { LenderPayment, LenderPaymentDialogs } from './admin-lender-payment.tsx';
export { PayoutHold } from './admin-payout-hold.tsx';
export { TermsDialog } from './admin-terms-dialog.tsx';
export {
  explanationOf,
  minimumOrderText,
  OfferingStateBadge,
  OfferingSummary,
  raisedText,
} from './offering-summary.tsx';
