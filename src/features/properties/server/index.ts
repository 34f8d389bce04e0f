export { buildingOf, MAX_READ_CHARACTERS } from '../building.rules.ts';
export { refuseYield } from '../confirmed-yield.rules.ts';
export { offeringIdOf, offeringPath } from '../offering-address.rules.ts';
export { PROPERTY_RESUBMITTED, STATUS_CHANGED } from '../properties.events.ts';
export { CAP_RATE_MONTHS, capRateOf, projectedIncome } from '../properties.rules.ts';
export { createApproved } from './create-approved.ts';
export { eraseProperties } from './erase-properties.ts';
export {
  hasLenderToPay,
  isReporting,
  missingMonths,
  reportsPastQuarters,
  unreportedMonths,
  unreportedMonthsAt,
} from './outstanding-work.ts';
export { canSeeProperty } from './properties.policy.ts';
export {
  lastMarketChange,
  offeringAddresses,
  propertyCards,
  propertyEntities,
} from './properties.queries.ts';
export { visibleEntity, visibleProperty } from './property.queries.ts';
export { publicPhoto } from './property-image.ts';
export {
  type SearchTerms,
  searchTerms,
  withParts,
  withWholeWords,
  withWordStarts,
} from './property-search.ts';
export { propertyVisibility } from './property-visibility.ts';
export { setStatus } from './set-status.ts';
export { submit } from './submit.ts';
