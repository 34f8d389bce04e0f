export {
  CANCELLABLE_FOR,
  cancellableUntil,
  closingOf,
  mayRelease,
  rejectionReason,
  shortfallReason,
} from '../offerings.rules.ts';
export { HOLD_LIFTED, PROPERTY_RESUBMITTED, RELEASE_HELD, STATUS_CHANGED } from '../properties.events.ts';
export { CAP_RATE_MONTHS, capRateOf, projectedIncome } from '../properties.rules.ts';
export { affiliateShares, affiliatesOf, affiliationOf, otherAccountsOf } from './affiliates.ts';
export {
  fundedAt,
  lockOffering,
  markFailed,
  markFunded,
  markRefunded,
  markReleased,
  newestPurchase,
  type Offering,
} from './offerings.ts';
export { canSeeProperty, refuseOwnReview } from './properties.policy.ts';
export { adminList, entities, entity, lastMarketChange, visibleProperty } from './properties.queries.ts';
export { type SearchTerms, searchTerms, withParts, withWordStarts } from './property-search.ts';
export { propertyVisibility } from './property-visibility.ts';
export { resubmitProperty } from './resubmit-property.ts';
export { isSamePerson, samePersonAmong } from './same-person.ts';
export { setOfferingTerms } from './set-offering-terms.ts';
export { setPropertyStatus } from './set-property-status.ts';
export { submitProperty } from './submit-property.ts';
