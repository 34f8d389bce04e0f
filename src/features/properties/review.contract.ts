import { z } from 'zod';
import { offeringView, shownTerms } from '#features/offerings/offerings.contract.ts';
import { cents, instant, lineText, pageInput, pageOf, personText, propertyId } from '#kernel/schemas.ts';
import { building } from './building.contract.ts';
import { place, propertyEntity, propertyStatus } from './properties.contract.ts';
import { propertyType } from './simple-form.contract.ts';

/** A property as its reviewers see it. */
export const adminProperty = z.object({
  id: propertyId,
  name: z.string(),
  location: z.string(),
  ...place,
  propertyType,
  subtype: z.string().nullable(),
  ...building,
  pricePerShare: z.string(),
  totalShares: z.int(),
  availableShares: z.int(),
  annualYield: z.string(),
  status: propertyStatus,
  statusReason: z.string().nullable(),
  imageUrl: z.string().nullable(),
  ownerName: z.string(),
  /** Whether the admin who asks owns it, by whichever account, and so cannot review it. */
  ownedByViewer: z.boolean(),
  /** Whether it can be approved only once the identity of its owner is verified. */
  ownerVerificationMissing: z.boolean(),
  createdAt: instant,
  /** When its owner last submitted it again after a rejection; null when that never happened. */
  resubmittedAt: instant.nullable(),
  /** Counts from 1 and rises with each correction; a decision names the one that it is about. */
  submissionNumber: z.int(),
  offering: offeringView,
  /** Money released for the lender of its mortgage and not paid out yet. */
  lenderWaitingCents: cents,
});
/** What of a property is outstanding: a payment to its lender by admins, or months to be reported by its owner. */
export const outstandingWork = z.enum(['lender', 'reports']);

export const adminListInput = z.strictObject({
  status: propertyStatus.optional(),
  outstanding: outstandingWork.optional(),
  q: lineText(100).optional(),
  ...pageInput({ max: 100, default: 50 }),
});
export const adminPropertyPage = pageOf(adminProperty);

export type OutstandingWork = z.infer<typeof outstandingWork>;
export type AdminProperty = z.infer<typeof adminProperty>;
export type DecidedProperty = z.infer<typeof decidedProperty>;

/** Body of PATCH /api/properties/{id}. */
const statusFields = z.strictObject({
  status: propertyStatus,
  reason: personText(500).optional(),
  /** The submission that the admin has read; refused when the owner has replaced it since. */
  submissionNumber: z.int().min(1).optional(),
  shownTerms: shownTerms.optional(),
});
const withReason: [(input: z.output<typeof statusFields>) => boolean, { path: string[]; message: string }] = [
  ({ status, reason }) => status !== 'rejected' || Boolean(reason),
  { path: ['reason'], message: 'Give a reason. The owner will see it.' },
];
export const statusChange = statusFields.refine(...withReason);
export const setPropertyStatusInput = statusFields.extend({ id: propertyId }).refine(...withReason);

/** The property after a decision, with its offering. */
export const decidedProperty = propertyEntity.extend({ offering: offeringView });
