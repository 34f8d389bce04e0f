export { deadlineAtApproval, heldSharesText, ownOfferingReason } from '../offerings.rules.ts';
export { explanationOf, OfferingStateBadge, OfferingSummary, raisedText } from './offering-summary.tsx';
