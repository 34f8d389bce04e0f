import { z } from 'zod';
import { bpsToDecimal, type Cents, MAX_CENTS, parsePercent, parseUsd, toDecimal } from '#kernel/money.ts';
import { typedDegrees } from '#kernel/typed-degrees.ts';
import { readPrice, readShareCount, typedWholeNumber, withTwoDecimals } from '#kernel/typed-numbers.ts';
import {
  type PropertyType,
  type SimpleForm,
  type simpleForm,
  simpleFormWithAddress,
} from '../simple-form.contract.ts';

/** The form as it is typed: every field is text until it is sent. */
export interface TypedForm {
  name: string;
  streetAddress: string;
  location: string;
  zipCode: string;
  latitude: string;
  longitude: string;
  propertyType: PropertyType;
  description: string;
  imageUrl: string;
  pricePerShare: string;
  totalShares: string;
  annualYield: string;
  minimumShares: string;
  fundingDays: string;
}

export const EMPTY_FORM: TypedForm = {
  name: '',
  streetAddress: '',
  location: '',
  zipCode: '',
  latitude: '',
  longitude: '',
  propertyType: 'residential',
  description: '',
  imageUrl: '',
  pricePerShare: '',
  totalShares: '',
  annualYield: '',
  minimumShares: '',
  fundingDays: '',
};

/** The most that `readPrice` may read here; the contract knows the limits of a price. */
export const anyPrice = { minCents: 0, maxCents: MAX_CENTS };

/** The form as it is sent: price and yield rounded to exactly two decimals, shares as an integer and never rounded. */
export function toSubmission(form: TypedForm): z.input<typeof simpleForm> {
  const priceCents = readPrice(withTwoDecimals(form.pricePerShare), anyPrice).value;
  const yieldBps = parsePercent(withTwoDecimals(form.annualYield));
  return {
    name: form.name,
    streetAddress: form.streetAddress,
    location: form.location,
    ...(form.zipCode.trim() && { zipCode: form.zipCode }),
    ...(form.latitude.trim() && { latitude: typedDegrees(form.latitude) }),
    ...(form.longitude.trim() && { longitude: typedDegrees(form.longitude) }),
    propertyType: form.propertyType,
    description: form.description,
    imageUrl: form.imageUrl,
    pricePerShare: priceCents === null ? form.pricePerShare : toDecimal(priceCents),
    totalShares: readShareCount(form.totalShares).value ?? Number.NaN,
    annualYield: yieldBps === null ? form.annualYield : bpsToDecimal(yieldBps),
    ...(form.minimumShares.trim() && { minimumShares: minimumOf(form).value ?? Number.NaN }),
    ...(form.fundingDays.trim() && { fundingDays: typedWholeNumber(form.fundingDays) ?? Number.NaN }),
  };
}

const minimumOf = ({ minimumShares }: TypedForm) => readShareCount(minimumShares, { min: 0 });

/** Validates the form by the server's contract, and passes the input on. */
export const typedForm = z.custom<TypedForm>().transform((form, context): z.output<typeof simpleForm> => {
  const typed = {
    totalShares: readShareCount(form.totalShares).problem,
    minimumShares: minimumOf(form).problem,
  };
  const { data, error } = simpleFormWithAddress.safeParse(toSubmission(form));
  if (data) return data;
  for (const { path, message } of error.issues) {
    const field = path[0] as keyof typeof typed;
    context.addIssue({ code: 'custom', path, message: typed[field] ?? message });
  }
  return z.NEVER;
});

/** A property of more is asked about before it is submitted: it is more often a typing error. */
const MAX_USUAL_CENTS: Cents = 10_000_000_000;

export const isUnusuallyLarge = ({ pricePerShare, totalShares }: SimpleForm) =>
  (parseUsd(pricePerShare) ?? 0) * totalShares > MAX_USUAL_CENTS;
