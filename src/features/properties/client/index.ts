export { offeringPath } from '../offering-address.rules.ts';
export {
  addressText,
  mapLink,
  monthlyIncome,
  propertyStatusLabel,
  propertyTypeLabel,
  shareOfAll,
} from '../properties.rules.ts';
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
export { fundedPercent, fundedText, sharePriceText } from './property-figures.ts';
export { PropertyPicture } from './property-picture.tsx';
export { type SubmissionChange, submissionChanges } from './submission-changes.ts';
export { submissionsOptions } from './submission-queries.ts';
