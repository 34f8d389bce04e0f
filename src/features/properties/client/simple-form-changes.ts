import { formatUsdExact, parseUsd } from '#kernel/money.ts';
import { propertyTypeLabel } from '../properties.rules.ts';
import type { SimpleFormVersion } from '../simple-form-versions.contract.ts';

type ComparedField = Exclude<keyof SimpleFormVersion, 'latitude' | 'longitude'> | 'place';

const fieldLabel = {
  name: 'Name',
  propertyType: 'Property type',
  subtype: 'Subtype',
  streetAddress: 'Street address',
  location: 'Location',
  zipCode: 'ZIP code',
  place: 'Coordinates',
  description: 'Description',
  imageUrl: 'Image URL',
  pricePerShare: 'Price per share',
  totalShares: 'Total shares',
  annualYield: 'Annual yield',
  minimumShares: 'Minimum shares to sell',
  fundingDays: 'Funding days',
} as const satisfies Record<ComparedField, string>;

function textsOf(submission: SimpleFormVersion): Record<ComparedField, string> {
  const { latitude, longitude, pricePerShare, totalShares, annualYield, ...rest } = submission;
  const count = (shares: number) => shares.toLocaleString('en-US');
  return {
    ...rest,
    propertyType: propertyTypeLabel[rest.propertyType],
    subtype: rest.subtype ?? '',
    streetAddress: rest.streetAddress ?? '',
    zipCode: rest.zipCode ?? '',
    place: latitude === null || longitude === null ? '' : `${latitude}, ${longitude}`,
    imageUrl: rest.imageUrl ?? '',
    pricePerShare: formatUsdExact(parseUsd(pricePerShare) ?? 0),
    totalShares: count(totalShares),
    annualYield: `${annualYield}%`,
    minimumShares: rest.minimumShares === 0 ? 'None' : count(rest.minimumShares),
    fundingDays: String(rest.fundingDays),
  };
}

export interface SimpleFormChange {
  label: string;
  /** Empty where nothing was given. */
  before: string;
  after: string;
}

/** Differences between two submissions, as people read them, in the order of the form. */
export function simpleFormChanges(before: SimpleFormVersion, after: SimpleFormVersion): SimpleFormChange[] {
  const [was, is] = [textsOf(before), textsOf(after)];
  const fields = Object.entries(fieldLabel) as [ComparedField, string][];
  return fields
    .filter(([field]) => was[field] !== is[field])
    .map(([field, label]) => ({ label, before: was[field], after: is[field] }));
}
