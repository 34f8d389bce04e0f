import { z } from 'zod';
import { MAX_CENTS, parsePercent, percentText, toDecimal } from '#kernel/money.ts';
import { readPrice, readShareCount, withTwoDecimals } from '#kernel/typed-numbers.ts';
import {
  type PropertySubmission,
  type PropertyType,
  type propertySubmission,
  propertySubmissionWithAddress,
} from '../properties.contract.ts';
import type { SubmissionRecord } from '../submissions.contract.ts';

/** The form as it is typed: every field is text until it is sent. */
export interface SubmissionForm {
  name: string;
  streetAddress: string;
  location: string;
  zipCode: string;
  propertyType: PropertyType;
  description: string;
  imageUrl: string;
  pricePerShare: string;
  totalShares: string;
  annualYield: string;
  minimumShares: string;
  fundingDays: string;
}

export const EMPTY_FORM: SubmissionForm = {
  name: '',
  streetAddress: '',
  location: '',
  zipCode: '',
  propertyType: 'residential',
  description: '',
  imageUrl: '',
  pricePerShare: '',
  totalShares: '',
  annualYield: '',
  minimumShares: '',
  fundingDays: '',
};

/** The form as it was sent before; a minimum of all shares is what an empty field stands for. */
export function formOf(
  submission: SubmissionRecord,
  { termsFrozen }: { termsFrozen: boolean },
): SubmissionForm {
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

/** Adds what a submission has that the form does not show: a subtype, and coordinates while the address is the same. */
export function withHiddenFields(
  submission: PropertySubmission,
  before: SubmissionRecord,
): PropertySubmission {
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

/** The most that `readPrice` may read here; the contract knows the limits of a price. */
const anyPrice = { leastCents: 0, mostCents: MAX_CENTS };

/** What is sent: price and yield rounded to exactly two decimals, shares as an integer and never rounded (SUB-13). */
export function toSubmission(form: SubmissionForm): z.input<typeof propertySubmission> {
  const priceCents = readPrice(withTwoDecimals(form.pricePerShare), anyPrice).value;
  const yieldBps = parsePercent(withTwoDecimals(form.annualYield));
  return {
    name: form.name,
    streetAddress: form.streetAddress,
    location: form.location,
    ...(form.zipCode.trim() && { zipCode: form.zipCode }),
    propertyType: form.propertyType,
    description: form.description,
    imageUrl: form.imageUrl,
    pricePerShare: priceCents === null ? form.pricePerShare : toDecimal(priceCents),
    totalShares: readShareCount(form.totalShares).value ?? Number.NaN,
    annualYield: yieldBps === null ? form.annualYield : percentText(yieldBps),
    ...(form.minimumShares.trim() && { minimumShares: minimumOf(form).value ?? Number.NaN }),
    ...(form.fundingDays.trim() && { fundingDays: wholeDays(form.fundingDays) }),
  };
}

const minimumOf = ({ minimumShares }: SubmissionForm) => readShareCount(minimumShares, { least: 0 });

/** Judges the form by the contract the server judges it by, and hands on what is to be sent. */
export const submissionForm = z
  .custom<SubmissionForm>()
  .transform((form, context): z.output<typeof propertySubmission> => {
    const typed = {
      totalShares: readShareCount(form.totalShares).problem,
      minimumShares: minimumOf(form).problem,
    };
    const { data, error } = propertySubmissionWithAddress.safeParse(toSubmission(form));
    if (data) return data;
    for (const { path, message } of error.issues) {
      const field = path[0] as keyof typeof typed;
      context.addIssue({ code: 'custom', path, message: typed[field] ?? message });
    }
    return z.NEVER;
  });

/**
 * The card as the market would show it, with stand-ins for what is not written yet. The picture is copied once the
 * form is sent, so the building is drawn here.
 */
export function previewOf(form: SubmissionForm) {
  const priceCents = readPrice(withTwoDecimals(form.pricePerShare), anyPrice).value ?? 0;
  const shares = readShareCount(form.totalShares).value ?? 0;
  const worth = priceCents * shares;
  return {
    name: form.name.trim() || 'Your property',
    location: form.location.trim() || 'City, State',
    propertyType: form.propertyType,
    imageUrl: null,
    pricePerShareCents: priceCents,
    totalShares: shares,
    availableShares: shares,
    annualYieldBps: parsePercent(withTwoDecimals(form.annualYield)) ?? 0,
    valuationCents: Number.isSafeInteger(worth) && worth > 0 ? worth : 0,
  };
}

/** Not a number when the text is not a whole one, which the contract refuses. */
function wholeDays(text: string): number {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN;
}
