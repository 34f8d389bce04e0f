import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { instant, propertyId, requestId } from '#kernel/schemas.ts';
import { place, propertyStatus } from './properties.contract.ts';
import { propertyType, simpleForm } from './simple-form.contract.ts';

/** A rejected property, corrected. */
export const resubmitPropertyInput = z.strictObject({
  id: propertyId,
  submission: simpleForm,
  requestId,
});

/** A simple form as it is stored, with the terms that were left out filled in; money and yield are decimal text. */
export const simpleFormVersion = z.object({
  name: z.string(),
  location: z.string(),
  ...place,
  propertyType,
  subtype: z.string().nullable(),
  description: z.string(),
  imageUrl: z.string().nullable(),
  pricePerShare: z.string(),
  totalShares: z.int(),
  annualYield: z.string(),
  minimumShares: z.int(),
  fundingDays: z.int(),
});

/** Versions of a simple form: the latest one and the rejected ones before it. */
export const simpleFormVersions = z.object({
  id: propertyId,
  status: propertyStatus,
  statusReason: z.string().nullable(),
  ownedByViewer: z.boolean(),
  latest: z.object({ submission: simpleFormVersion, submittedAt: instant }),
  /** The newest first, at most 20. */
  earlier: z.array(
    z.object({
      version: z.int(),
      submission: simpleFormVersion,
      reason: z.string().nullable(),
      submittedAt: instant,
      rejectedAt: instant,
    }),
  ),
  /** Whether shares are sold, so that the terms of the offering cannot change. */
  termsFrozen: z.boolean(),
  /** Why it cannot be submitted again now; null when it can. */
  refusal: z.string().nullable(),
});

export const resubmissionErrors = defineErrors({
  NOT_REJECTED: ['conflict', 'Only a property that was rejected can be submitted again.'],
  ESCROW_NOT_EMPTY: [
    'conflict',
    'Money that investors paid is still in escrow. You can submit the property again once it is refunded.',
  ],
  TERMS_FROZEN: [
    'refused',
    'Shares of this property are sold, so its price per share, total shares, minimum shares and days cannot change.',
  ],
});

export type SimpleFormVersion = z.infer<typeof simpleFormVersion>;
export type SimpleFormVersions = z.infer<typeof simpleFormVersions>;
