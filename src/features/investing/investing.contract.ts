import { z } from 'zod';
import {
  cents,
  instant,
  pageInput,
  pageOf,
  propertyId,
  requestId,
  shareCount,
  sumOfCents,
} from '#kernel/schemas.ts';

/** Body of POST /api/investments; the user is the caller, the price is the server's. */
export const investmentRequest = z.strictObject({ propertyId, shares: shareCount() });
export const investInput = investmentRequest.extend({ requestId });

/** The receipt of a purchase on the primary market. `amountCents` is shares × price; the fee is on top. */
export const investmentReceipt = z.object({
  id: z.string(),
  propertyId,
  propertyName: z.string(),
  shares: z.int(),
  pricePerShareCents: cents,
  amountCents: cents,
  feeCents: cents,
  totalCents: sumOfCents,
  createdAt: instant,
});

/** Active unless it was refunded in full: by its buyer's cancellation, or because its offering failed. */
export const investmentStatus = z.enum(['active', 'cancelled', 'refunded']);

/** The investment entity with the fee that was charged; amounts are decimal text. */
export const investmentEntity = z.object({
  id: z.string(),
  userId: z.string(),
  propertyId,
  shares: z.int(),
  pricePerShare: z.string(),
  totalAmount: z.string(),
  transactionFee: z.string(),
  status: investmentStatus,
  createdAt: instant,
});

/** An investment with its property, as lists show it. */
export const investmentWithProperty = investmentEntity.extend({
  /** Until when it can be canceled; null when it cannot. */
  cancellableUntil: instant.nullable(),
  property: z.object({
    id: propertyId,
    name: z.string(),
    location: z.string(),
    imageUrl: z.string().nullable(),
    pricePerShare: z.string(),
    annualYield: z.string(),
    propertyType: z.enum(['residential', 'commercial', 'industrial']),
  }),
});

export const listInput = z.strictObject({
  ...pageInput({ max: 500, default: 100 }),
});
export const investmentPage = pageOf(investmentWithProperty);

export const cancelPurchaseInput = z.strictObject({ investmentId: z.uuid(), requestId });

/** A purchase that can still be canceled, with its refund. */
export const cancellablePurchase = z.object({
  id: z.string(),
  propertyId,
  propertyName: z.string(),
  shares: z.int(),
  totalCents: sumOfCents,
  createdAt: instant,
  cancellableUntil: instant,
});

/** The refund of a canceled purchase: amount and fee, in full. */
export const refundReceipt = z.object({
  investmentId: z.string(),
  propertyId,
  propertyName: z.string(),
  shares: z.int(),
  amountCents: cents,
  feeCents: cents,
  totalCents: sumOfCents,
  refundedAt: instant,
});

/** A refund over REST; amounts are decimal text. */
export const refundEntity = z.object({
  investmentId: z.string(),
  propertyId,
  shares: z.int(),
  totalAmount: z.string(),
  transactionFee: z.string(),
  refunded: z.string(),
  refundedAt: instant,
});

const limit = z.object({ limitCents: cents, leftCents: cents, renewsAt: instant }).nullable();

/**
 * The remaining limits of the caller, for purchases from owners and from other investors; null where there is no
 * limit. Fees do not count, and what open bids have reserved counts as invested.
 */
export const investingLimits = z.object({
  /** True when the operator asks for a verified identity and the caller's is not. */
  kycRequired: z.boolean(),
  /** Reserved for open bids, and so not left of the limits. */
  reservedCents: sumOfCents,
  monthly: limit,
  annual: limit,
});

export { cancelErrors, investingErrors } from './refusals.contract.ts';

export type InvestingLimits = z.infer<typeof investingLimits>;
export type InvestmentReceipt = z.infer<typeof investmentReceipt>;
export type InvestmentEntity = z.infer<typeof investmentEntity>;
export type InvestmentWithProperty = z.infer<typeof investmentWithProperty>;
export type CancellablePurchase = z.infer<typeof cancellablePurchase>;
export type RefundReceipt = z.infer<typeof refundReceipt>;
