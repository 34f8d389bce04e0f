import { z } from 'zod';
import { parsePercent, parseUsd, percentText, toDecimal } from '#kernel/money.ts';
import { type PropertyType, propertySubmission } from '../properties.contract.ts';

/** The form as it is typed: every field is text until it is sent. */
export interface SubmissionForm {
  name: string;
  location: string;
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
  location: '',
  propertyType: 'residential',
  description: '',
  imageUrl: '',
  pricePerShare: '',
  totalShares: '',
  annualYield: '',
  minimumShares: '',
  fundingDays: '',
};

/** What is sent: price and yield with exactly two decimals, shares as an integer (SUB-13). */
export function toSubmission(form: SubmissionForm): z.input<typeof propertySubmission> {
  const priceCents = parseUsd(form.pricePerShare);
  const yieldBps = parsePercent(form.annualYield);
  return {
    name: form.name,
    location: form.location,
    propertyType: form.propertyType,
    description: form.description,
    imageUrl: form.imageUrl,
    pricePerShare: priceCents === null ? form.pricePerShare : toDecimal(priceCents),
    totalShares: wholeShares(form.totalShares),
    annualYield: yieldBps === null ? form.annualYield : percentText(yieldBps),
    ...(form.minimumShares.trim() && { minimumShares: wholeShares(form.minimumShares) }),
    ...(form.fundingDays.trim() && { fundingDays: wholeShares(form.fundingDays) }),
  };
}

/** Judges the form by the contract the server judges it by, and hands on what is to be sent. */
export const submissionForm = z.custom<SubmissionForm>().transform(toSubmission).pipe(propertySubmission);

/** The card as the market would show it, with stand-ins for what is not written yet. */
export function previewOf(form: SubmissionForm) {
  const priceCents = parseUsd(form.pricePerShare) ?? 0;
  const shares = Math.max(wholeShares(form.totalShares) || 0, 0);
  const worth = priceCents * shares;
  return {
    name: form.name.trim() || 'Your property',
    location: form.location.trim() || 'City, State',
    propertyType: form.propertyType,
    imageUrl: isImageAddress(form.imageUrl.trim()) ? form.imageUrl.trim() : null,
    pricePerShareCents: Math.max(priceCents, 0),
    totalShares: shares,
    availableShares: shares,
    annualYieldBps: parsePercent(form.annualYield) ?? 0,
    valuationCents: Number.isSafeInteger(worth) && worth > 0 ? worth : 0,
  };
}

function isImageAddress(text: string): boolean {
  return propertySubmission.shape.imageUrl.safeParse(text).success && text !== '';
}

/** The whole number in a text, such as shares; not a number when there are none, which the contract refuses as missing. */
function wholeShares(text: string): number {
  const shares = text.trim() === '' ? Number.NaN : Math.trunc(Number(text));
  return Number.isSafeInteger(shares) ? shares : Number.NaN;
}
