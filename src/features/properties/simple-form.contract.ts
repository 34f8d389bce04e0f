import { z } from 'zod';
import { fundingDays, minimumShares } from '#features/offerings/offering-terms.contract.ts';
import { formatUsdExact, MAX_CENTS, parsePercent, parseUsd, WHOLE_BPS } from '#kernel/money.ts';
import { lineText, personText, requestId, shareCount, zipCode } from '#kernel/schemas.ts';

export const propertyType = z.enum(['residential', 'commercial', 'industrial']);

const priceText = z
  .string('Price per share is required')
  .trim()
  .min(1, 'Price per share is required')
  .refine((text) => {
    const price = parseUsd(text);
    return price !== null && price >= 100 && price <= 100_000_000;
  }, 'Enter a price from $1.00 to $1,000,000.00 with at most two decimals.');

const yieldText = z
  .string('Annual yield is required')
  .trim()
  .min(1, 'Annual yield is required')
  .refine((text) => {
    const bps = parsePercent(text);
    return bps !== null && bps <= WHOLE_BPS;
  }, 'Enter a yield from 0 to 100 with at most two decimals.');

/** Path of the copies of property pictures; the rest of the path is the file. */
export const PROPERTY_IMAGES_PATH = '/api/property-images/';

/** An https address, which is fetched and copied, or a copy of ours of a picture of the same owner. */
const imageUrl = z
  .string()
  .trim()
  // Parsing the address of a long host takes quadratic time.
  .max(2_000, { abort: true })
  .refine((text) => {
    if (/[\p{Cc}\p{Cs}\s]/u.test(text)) return false;
    if (text.startsWith(PROPERTY_IMAGES_PATH))
      return z.uuid().safeParse(text.slice(PROPERTY_IMAGES_PATH.length)).success;
    return URL.canParse(text) && new URL(text).protocol === 'https:' && new URL(text).username === '';
  }, 'Use an address that starts with https://.');

export const latitude = z
  .number('Enter the latitude in degrees, such as 25.7617.')
  .min(-90, 'Latitude cannot be less than -90.')
  .max(90, 'Latitude cannot be more than 90.');
export const longitude = z
  .number('Enter the longitude in degrees, such as -80.1918.')
  .min(-180, 'Longitude cannot be less than -180.')
  .max(180, 'Longitude cannot be more than 180.');

const submissionFields = z.strictObject({
  name: lineText(120, 'Name is required'),
  location: lineText(160, 'Location is required'),
  streetAddress: lineText(200).optional(),
  zipCode: zipCode.optional(),
  latitude: latitude.optional(),
  longitude: longitude.optional(),
  propertyType: z.enum(propertyType.options, 'Choose residential, commercial or industrial.'),
  subtype: lineText(40).optional(),
  description: personText(5_000).optional(),
  imageUrl: z
    .union([z.literal(''), imageUrl])
    .nullish()
    .transform((value) => value || null),
  pricePerShare: priceText,
  totalShares: shareCount('Total shares is required'),
  annualYield: yieldText,
  /** Shares that must be sold before the deadline for the offering to be funded; by default all. 0 is no minimum. */
  minimumShares: minimumShares.optional(),
  fundingDays: fundingDays.optional(),
});

const withinMoney: [
  (input: z.output<typeof submissionFields>) => boolean,
  { path: string[]; message: string },
] = [
  (input) => (parseUsd(input.pricePerShare) ?? 0) * input.totalShares <= MAX_CENTS,
  {
    path: ['totalShares'],
    message: `Price times shares is more than ${formatUsdExact(MAX_CENTS)}. Choose fewer shares or a lower price.`,
  },
];

const withinShares: typeof withinMoney = [
  (input) => (input.minimumShares ?? 0) <= input.totalShares,
  { path: ['minimumShares'], message: 'The minimum is more than the number of shares offered.' },
];

const wholePlace: typeof withinMoney = [
  (input) => (input.latitude === undefined) === (input.longitude === undefined),
  { path: ['longitude'], message: 'Enter both the latitude and the longitude, or neither.' },
];

/** The simple form of a property. */
export const simpleForm = submissionFields
  .refine(...withinMoney)
  .refine(...withinShares)
  .refine(...wholePlace);

/** The simple form with the address that its page requires; imported lists and the documented REST body may have none. */
export const simpleFormWithAddress = submissionFields
  .extend({ streetAddress: lineText(200, 'Street address is required') })
  .refine(...withinMoney)
  .refine(...withinShares)
  .refine(...wholePlace);

/** Body of POST /api/properties; the owner is the caller, an `ownerId` is ignored. */
export const simpleFormBody = submissionFields
  .extend({ ownerId: z.unknown().optional() })
  .refine(...withinMoney)
  .refine(...withinShares)
  .refine(...wholePlace)
  .transform(({ ownerId: _, ...submission }) => submission);

export const submitPropertyInput = z.strictObject({ submission: simpleForm, requestId });

export type PropertyType = z.infer<typeof propertyType>;
export type SimpleForm = z.infer<typeof simpleForm>;
