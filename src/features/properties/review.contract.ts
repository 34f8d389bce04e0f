import { z } from 'zod';
import { instant, lineText, pageInput, pageOf, propertyId } from '#kernel/schemas.ts';
import { offeringView, place, propertyStatus, propertyType } from './properties.contract.ts';

/** A property as its reviewers see it. */
export const adminProperty = z.object({
  id: propertyId,
  name: z.string(),
  location: z.string(),
  ...place,
  propertyType,
  subtype: z.string().nullable(),
  pricePerShare: z.string(),
  totalShares: z.int(),
  availableShares: z.int(),
  annualYield: z.string(),
  status: propertyStatus,
  statusReason: z.string().nullable(),
  imageUrl: z.string().nullable(),
  ownerName: z.string(),
  /** Whether the admin who asks owns it, and so cannot review it. */
  ownedByViewer: z.boolean(),
  createdAt: instant,
  /** When its owner last submitted it again after a rejection; null when that never happened. */
  resubmittedAt: instant.nullable(),
  offering: offeringView,
});
export const adminListInput = z.strictObject({
  status: propertyStatus.optional(),
  q: lineText(100).optional(),
  ...pageInput({ most: 100, usual: 50 }),
});
export const adminPropertyPage = pageOf(adminProperty);

export type AdminProperty = z.infer<typeof adminProperty>;
