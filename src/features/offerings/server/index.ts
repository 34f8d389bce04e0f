export { OFFERING_FAILED, REFUNDS_RECORDED } from '../offerings.events.ts';
export { CANCELLATION_WINDOW_MS, cancellableUntil, refuseRepayment } from '../offerings.rules.ts';
export { closeOffering } from './close-offering.ts';
export { lockEscrow } from './escrow.ts';
export {
  type Offering,
  openOffering,
  resetOffering,
  type SubmittedTerms,
  startOffering,
  termsOf,
} from './offering-terms.ts';
export { followReview } from './offerings.jobs.ts';
export {
  fundingChanges,
  isFundedAt,
  offeringColumns,
  offeringViewOf,
  offeringViewOfProperty,
  sharesSoldSince,
} from './offerings.queries.ts';
export { refundChunk } from './refund-chunk.ts';
export { refundPurchases } from './refunds.ts';
export { releaseEscrow } from './release-escrow.ts';
