export {
  deadlineAtApproval,
  heldSharesText,
  offeringStateLabel,
  ownOfferingReason,
} from '../offerings.rules.ts';
export {
  explanationOf,
  minimumOrderText,
  OfferingStateBadge,
  OfferingSummary,
  raisedText,
} from './offering-summary.tsx';
