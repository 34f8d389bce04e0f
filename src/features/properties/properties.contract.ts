import { z } from 'zod';
import { offeringErrors, offeringView } from '#features/offerings/offerings.contract.ts';
import { affiliation, ownershipErrors } from '#features/ownership/ownership.contract.ts';
import { shareValue } from '#features/valuations/share-value.contract.ts';
import { defineErrors } from '#kernel/errors.ts';
import { basisPoints, cents, instant, lineText, pageInput, pageOf, propertyId } from '#kernel/schemas.ts';
import { building } from './building.contract.ts';
import { propertyType } from './simple-form.contract.ts';

export const propertyStatus = z.enum(['pending', 'approved', 'rejected']);
export const propertySort = z.enum(['yield', 'price', 'newest']);
export const yieldBand = z.enum(['5-7', '7-10', '10+']);
/** What a cap rate is computed from: reported months, the net income confirmed at approval, or the annual yield. */
export const capRateBasis = z.enum(['reported', 'confirmed', 'yield']);

/** Address and coordinates beside the city and state of its location; null where unknown. */
export const place = {
  streetAddress: z.string().nullable(),
  zipCode: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
};

/** A card in a list. */
export const propertyCard = z.object({
  id: propertyId,
  name: z.string(),
  location: z.string(),
  propertyType,
  subtype: z.string().nullable(),
  ...building,
  imageUrl: z.string().nullable(),
  pricePerShareCents: cents,
  totalShares: z.int(),
  availableShares: z.int(),
  minimumShares: offeringView.shape.minimumShares,
  annualYieldBps: basisPoints,
  valuationCents: cents,
  isNew: z.boolean(),
  createdAt: instant,
});
export const propertyPage = pageOf(propertyCard);

/** Properties of one owner that may wait for review at once: enough for a long imported list. */
export const MAX_PENDING_PROPERTIES = 200;

/** Everything the property page shows of its facts and its equity offering. */
export const propertyDetail = propertyCard.extend({
  ...place,
  description: z.string(),
  status: propertyStatus,
  statusReason: z.string().nullable(),
  /** Negative when more was spent than earned. */
  capRateBps: z.int(),
  capRateBasis,
  /** Valuation behind the offering's terms; `valuationCents` is the current one. */
  offeringValuationCents: cents,
  /** Current value of a share, with its basis. */
  value: shareValue,
  /** Debt that is owed. The part that the offering repays is included until escrow has repaid it. */
  debtCents: cents,
  /** Reported months that the cap rate is computed from; 0 until one is reported. */
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

const propertyFilters = {
  q: lineText(100).optional(),
  type: propertyType.optional(),
  band: yieldBand.optional(),
  minYieldBps: basisPoints.optional(),
  maxYieldBps: basisPoints.optional(),
  location: lineText(200).optional(),
  /** Only properties of which at least this percentage of the valuation can still be bought. */
  minEquityPercent: z.int().min(0).max(100).optional(),
};

export const propertyListInput = z.strictObject({
  ...propertyFilters,
  sort: propertySort.default('yield'),
  ...pageInput({ max: 100, default: 24 }),
});

export const propertyPlacesInput = z.strictObject(propertyFilters);

/** Coordinates of the listed properties that match, for a map: at most 500 of them, the highest yields first. */
export const propertyPlaces = z.object({
  places: z.array(
    z.object({
      id: propertyId,
      name: z.string(),
      location: z.string(),
      latitude: z.number(),
      longitude: z.number(),
      pricePerShareCents: cents,
      annualYieldBps: basisPoints,
    }),
  ),
  /** Number of properties with coordinates, and without. */
  located: z.int(),
  unlocated: z.int(),
});

export const propertyErrors = {
  PROPERTY_NOT_FOUND: offeringErrors.PROPERTY_NOT_FOUND,
  ...ownershipErrors,
  ...defineErrors({
    IMAGE_NOT_FOUND: ['notFound', 'This picture does not exist or is not available to you.'],
    TOO_MANY_SUBMISSIONS: [
      'refused',
      `You have ${MAX_PENDING_PROPERTIES} properties waiting for review. Submit more once some of them are reviewed.`,
    ],
    STATUS_UNCHANGED: ['conflict', 'The property already has this status.'],
    STATUS_NOT_ALLOWED: [
      'refused',
      'Only a pending property can be approved or rejected. Reset it to pending first.',
    ],
    SUBMITTED_AGAIN: ['conflict', 'It was submitted again after you opened it. Review the new terms.'],
    OWNER_NOT_VERIFIED: [
      'refused',
      "The owner's identity is not verified yet. Ask the owner to verify it, then approve the property.",
    ],
    YIELD_NOT_SUPPORTED: [
      'refused',
      'The annual yield does not agree with the annual net income and the valuation.',
    ],
    EARLIER_BIDS_OPEN: [
      'conflict',
      'Bids from before the owner corrected this property are still being closed. Try again in a few minutes.',
    ],
  }),
};

export type PropertyStatus = z.infer<typeof propertyStatus>;
export type CapRateBasis = z.infer<typeof capRateBasis>;
export type PropertyCard = z.infer<typeof propertyCard>;
export type PropertyDetail = z.infer<typeof propertyDetail>;
export type PropertyEntity = z.infer<typeof propertyEntity>;
export type PropertyListInput = z.infer<typeof propertyListInput>;
export type PropertyPlaces = z.infer<typeof propertyPlaces>;
export type PropertyPlacesInput = z.infer<typeof propertyPlacesInput>;
