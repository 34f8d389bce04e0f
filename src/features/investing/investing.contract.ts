import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { cents, instant, pageInput, pageOf, propertyId, requestId, shareCount } from '#kernel/schemas.ts';

/** Body of POST /api/investments (API-04); the user is the caller, the price is the server's. */
export const investmentRequest = z.strictObject({ propertyId, shares: shareCount });
export const investInput = investmentRequest.extend({ requestId });

/** What a purchase on the primary market came to. `amountCents` is shares × price; the fee is on top (D-48). */
export const investmentReceipt = z.object({
  id: z.string(),
  propertyId,
  propertyName: z.string(),
  shares: z.int(),
  pricePerShareCents: cents,
  amountCents: cents,
  feeCents: cents,
  totalCents: cents,
  createdAt: instant,
});

/** The investment entity (ENT-10) with the fee that was charged; amounts are decimal text. */
export const investmentEntity = z.object({
  id: z.string(),
  userId: z.string(),
  propertyId,
  shares: z.int(),
  pricePerShare: z.string(),
  totalAmount: z.string(),
  transactionFee: z.string(),
  createdAt: instant,
});

/** An investment with its property, as lists show it (S-65). */
export const investmentWithProperty = investmentEntity.extend({
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
  ...pageInput({ most: 500, usual: 100 }),
});
export const investmentPage = pageOf(investmentWithProperty);

const limit = z.object({ limitCents: cents, leftCents: cents, renewsAt: instant }).nullable();

/** What the caller may still invest (KYC-25, D-51); null where there is no limit. Fees do not count. */
export const investingLimits = z.object({
  /** True when the operator asks for a verified identity and the caller's is not. */
  kycRequired: z.boolean(),
  monthly: limit,
  annual: limit,
});

export const investingErrors = defineErrors({
  NOT_ENOUGH_SHARES: ['conflict', 'Not enough shares available for this investment.'],
  INSUFFICIENT_FUNDS: ['insufficientFunds', 'Insufficient funds. Please add money to your account.'],
  NOT_OPEN: ['refused', 'This property is not open for investment.'],
  KYC_REQUIRED: ['refused', 'Verify your identity before you invest.'],
  MONTHLY_LIMIT: ['refused', 'This is more than is left of your limit for this calendar month.'],
  ANNUAL_LIMIT: ['refused', 'This is more than is left of your limit for this calendar year.'],
});

export type InvestingLimits = z.infer<typeof investingLimits>;
export type InvestmentReceipt = z.infer<typeof investmentReceipt>;
export type InvestmentEntity = z.infer<typeof investmentEntity>;
export type InvestmentWithProperty = z.infer<typeof investmentWithProperty>;
