import type { SimpleForm } from '../simple-form.contract.ts';
import type { SimpleFormVersion } from '../simple-form-versions.contract.ts';
import type { TypedForm } from './typed-form.ts';

/** The form as it was sent before; an empty minimum means all shares. */
export function formOf(submission: SimpleFormVersion, { termsFrozen }: { termsFrozen: boolean }): TypedForm {
  const { minimumShares, totalShares } = submission;
  return {
    name: submission.name,
    streetAddress: submission.streetAddress ?? '',
    location: submission.location,
    zipCode: submission.zipCode ?? '',
    latitude: degreesText(submission.latitude),
    longitude: degreesText(submission.longitude),
    propertyType: submission.propertyType,
    description: submission.description,
    imageUrl: submission.imageUrl ?? '',
    pricePerShare: submission.pricePerShare,
    totalShares: String(totalShares),
    annualYield: submission.annualYield,
    minimumShares: minimumShares === totalShares && !termsFrozen ? '' : String(minimumShares),
    fundingDays: String(submission.fundingDays),
  };
}

/** With as many decimals as may be typed: far less than a millimeter. */
const degreesText = (degrees: number | null) =>
  degrees === null ? '' : degrees.toFixed(8).replace(/\.?0+$/, '');

/** Adds the subtype of a submission, which the form does not show. */
export const withSubtype = (submission: SimpleForm, { subtype }: SimpleFormVersion): SimpleForm => ({
  ...submission,
  ...(subtype !== null && { subtype }),
});
