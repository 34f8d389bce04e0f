import { z } from 'zod';
import {
  fundingDays,
  minimumShares,
  offeringErrors,
  offeringView,
} from '#features/offerings/offerings.contract.ts';
import { affiliation, ownershipErrors } from '#features/ownership/ownership.contract.ts';
import { shareValue } from '#features/valuations/share-value.contract.ts';
import { defineErrors } from '#kernel/errors.ts';
import { MAX_CENTS, parsePercent, parseUsd } from '#kernel/money.ts';
import {
  basisPoints,
  cents,
  instant,
  lineText,
  pageInput,
  pageOf,
  personText,
  propertyId,
  requestId,
  zipCode,
} from '#kernel/schemas.ts';

export const propertyType = z.enum(['residential', 'commercial', 'industrial']);
export const propertyStatus = z.enum(['pending', 'approved', 'rejected']);
export const propertySort = z.enum(['yield', 'price', 'newest']);
export const yieldBand = z.enum(['5-7', '7-10', '10+']);

/** Where a property is, beside the city and state of its location; null where unknown. */
export const place = {
  streetAddress: z.string().nullable(),
  zipCode: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
};

/** What a card in a list shows. */
export const propertyCard = z.object({
  id: propertyId,
  name: z.string(),
  location: z.string(),
  propertyType,
  subtype: z.string().nullable(),
  imageUrl: z.string().nullable(),
  pricePerShareCents: cents,
  totalShares: z.int(),
  availableShares: z.int(),
  annualYieldBps: basisPoints,
  valuationCents: cents,
  isNew: z.boolean(),
  createdAt: instant,
});
export const propertyPage = pageOf(propertyCard);

/** Properties of one owner that may wait for review at once: enough for a long imported list. */
export const maxPendingSubmissions = 200;

/** Everything the property page shows of its facts and its equity offering. */
export const propertyDetail = propertyCard.extend({
  ...place,
  description: z.string(),
  status: propertyStatus,
  statusReason: z.string().nullable(),
  /** Negative when more was spent than earned. */
  capRateBps: z.int(),
  /** What the offering's terms rest on; `valuationCents` is what the property is worth now. */
  offeringValuationCents: cents,
  /** What a share is worth now, and by what. */
  value: shareValue,
  /** Debt that is owed: what the offering repays of it counts until escrow has repaid it. */
  debtCents: cents,
  /** Reported months that the cap rate is computed from; 0 when it is the annual yield for want of a report. */
  capRateMonths: z.int(),
  soldShares: z.int(),
  equityOfferedCents: cents,
  equitySoldCents: cents,
  equityAvailableCents: cents,
  /** New shares sold in the last 7 days; resold shares are the resale market's figure. */
  weeklySharesSold: z.int(),
  investorCount: z.int(),
  ownedByViewer: z.boolean(),
  /** Set for those who cannot buy while the offering is open, and whose shares never vote. */
  viewerAffiliation: affiliation.nullable(),
  viewerShares: z.int(),
  offering: offeringView,
});

/** The full server entity; money and yield are decimal text. */
export const propertyEntity = z.object({
  id: propertyId,
  name: z.string(),
  description: z.string(),
  location: z.string(),
  ...place,
  imageUrl: z.string().nullable(),
  pricePerShare: z.string(),
  totalShares: z.int(),
  availableShares: z.int(),
  annualYield: z.string(),
  propertyType,
  status: propertyStatus,
  ownerId: z.string(),
  createdAt: instant,
  updatedAt: instant,
});

export const propertyListInput = z.strictObject({
  q: lineText(100).optional(),
  type: propertyType.optional(),
  band: yieldBand.optional(),
  minYieldBps: basisPoints.optional(),
  maxYieldBps: basisPoints.optional(),
  location: lineText(200).optional(),
  /** Only properties of which at least this percentage of the valuation can still be bought. */
  minEquityPercent: z.int().min(0).max(100).optional(),
  sort: propertySort.default('yield'),
  ...pageInput({ max: 100, usual: 24 }),
});

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
    return bps !== null && bps <= 10_000;
  }, 'Enter a yield from 0 to 100 with at most two decimals.');

/** Where the copies of property pictures are served; the rest of the path is the file. */
export const PROPERTY_IMAGES_PATH = '/api/property-images/';

/** An https address, which is fetched and copied, or a copy of ours of a picture of the same owner. */
const imageUrl = z
  .string()
  .trim()
  .max(2_000)
  .refine((text) => {
    if (/[\p{Cc}\p{Cs}\s]/u.test(text)) return false;
    if (text.startsWith(PROPERTY_IMAGES_PATH))
      return z.uuid().safeParse(text.slice(PROPERTY_IMAGES_PATH.length)).success;
    return URL.canParse(text) && new URL(text).protocol === 'https:' && new URL(text).username === '';
  }, 'Use an address that starts with https://.');

const latitude = z
  .number('Give the latitude in degrees, such as 25.7617.')
  .min(-90, 'A latitude is at least -90.')
  .max(90, 'A latitude is at most 90.');
const longitude = z
  .number('Give the longitude in degrees, such as -80.1918.')
  .min(-180, 'A longitude is at least -180.')
  .max(180, 'A longitude is at most 180.');

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
  totalShares: z
    .int('Total shares is required')
    .min(1, 'At least 1 share.')
    .max(100_000_000, 'At most 100,000,000 shares.'),
  annualYield: yieldText,
  /** Shares that must be sold before the deadline for the sale to stand; all of them unless it is said. 0 is none. */
  minimumShares: minimumShares.optional(),
  fundingDays: fundingDays.optional(),
});

const withinMoney: [
  (input: z.output<typeof submissionFields>) => boolean,
  { path: string[]; message: string },
] = [
  (input) => (parseUsd(input.pricePerShare) ?? 0) * input.totalShares <= MAX_CENTS,
  { path: ['totalShares'], message: 'Price times shares is more than $9,999,999,999.99.' },
];

const withinShares: typeof withinMoney = [
  (input) => (input.minimumShares ?? 0) <= input.totalShares,
  { path: ['minimumShares'], message: 'The minimum is more than the shares on offer.' },
];

const wholePosition: typeof withinMoney = [
  (input) => (input.latitude === undefined) === (input.longitude === undefined),
  { path: ['longitude'], message: 'Give both the latitude and the longitude, or neither.' },
];

/** What an owner says of a property in the simple form. */
export const propertySubmission = submissionFields
  .refine(...withinMoney)
  .refine(...withinShares)
  .refine(...wholePosition);

/** The same with the address that the form requires; imported lists and the documented REST body may have none. */
export const propertySubmissionWithAddress = submissionFields
  .extend({ streetAddress: lineText(200, 'Street address is required') })
  .refine(...withinMoney)
  .refine(...withinShares)
  .refine(...wholePosition);

/** Body of POST /api/properties; the owner is the caller, an `ownerId` is ignored. */
export const propertySubmissionBody = submissionFields
  .extend({ ownerId: z.unknown().optional() })
  .refine(...withinMoney)
  .refine(...withinShares)
  .refine(...wholePosition)
  .transform(({ ownerId: _, ...submission }) => submission);

export const submitPropertyInput = z.strictObject({ submission: propertySubmission, requestId });

export const propertyErrors = {
  PROPERTY_NOT_FOUND: offeringErrors.PROPERTY_NOT_FOUND,
  ...ownershipErrors,
  ...defineErrors({
    IMAGE_NOT_FOUND: ['notFound', 'This picture does not exist or is not available to you.'],
    TOO_MANY_SUBMISSIONS: [
      'refused',
      `You have ${maxPendingSubmissions} properties waiting for review. Submit more once some of them are reviewed.`,
    ],
    STATUS_UNCHANGED: ['conflict', 'The property already has this status.'],
    STATUS_NOT_ALLOWED: [
      'refused',
      'Only a pending property can be approved or rejected. Reset it to pending first.',
    ],
    SUBMITTED_AGAIN: ['conflict', 'It was submitted again since you opened it. Look at the new terms.'],
    OWNER_NOT_VERIFIED: [
      'refused',
      "The owner's identity is not verified yet. Ask the owner to verify it, then approve the property.",
    ],
    EARLIER_BIDS_OPEN: [
      'conflict',
      'Bids from before the owner corrected this property are still being closed. Try again in a few minutes.',
    ],
  }),
};

export type PropertyType = z.infer<typeof propertyType>;
export type PropertyStatus = z.infer<typeof propertyStatus>;
export type PropertyCard = z.infer<typeof propertyCard>;
export type PropertyDetail = z.infer<typeof propertyDetail>;
export type PropertyEntity = z.infer<typeof propertyEntity>;
export type PropertyListInput = z.infer<typeof propertyListInput>;
export type PropertySubmission = z.infer<typeof propertySubmission>;
