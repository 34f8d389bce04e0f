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

/** Adds fields of a submission that the form does not show: subtype, and coordinates while the address is the same. */
export function withHiddenFields(submission: SimpleForm, before: SimpleFormVersion): SimpleForm {
  const { subtype, latitude, longitude } = before;
  const sameAddress =
    (submission.streetAddress ?? null) === before.streetAddress &&
    submission.location === before.location &&
    (submission.zipCode ?? null) === before.zipCode;
  return {
    ...submission,
    ...(subtype !== null && { subtype }),
    ...(sameAddress && latitude !== null && longitude !== null && { latitude, longitude }),
  };
}
