export { incomeYieldText, refuseYield } from '../confirmed-yield.rules.ts';
export { offeringPath } from '../offering-address.rules.ts';
export {
  addressText,
  mapLink,
  monthlyIncome,
  propertyStatusLabel,
  propertyTypeLabel,
  shareOfAll,
} from '../properties.rules.ts';
export { DescriptionField, StreetAddressField, ZipCodeField } from './common-form-fields.tsx';
export { CorrectionLink } from './correction-link.tsx';
export { FundedProgress } from './funded-progress.tsx';
export { FundingChart } from './funding-chart.tsx';
export { hasRoomForMap, MapSkeleton, MapToggle } from './map-toggle.tsx';
export { LocationMap, PropertyMap } from './maps-on-demand.tsx';
export {
  BadgeMeanings,
  PropertyBadges,
  PropertyStatusBadge,
  PropertyTypeBadge,
} from './property-badges.tsx';
export { PropertyCard, PropertyCardSkeleton } from './property-card.tsx';
export { sharePriceText, YIELD_NOTE } from './property-figures.ts';
export { PropertyPicture } from './property-picture.tsx';
export { type SimpleFormChange, simpleFormChanges } from './simple-form-changes.ts';
export { simpleFormOptions } from './simple-form-queries.ts';
