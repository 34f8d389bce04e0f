import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import {
  cents,
  instant,
  pageInput,
  pageOf,
  propertyId,
  signedSumOfCents,
  sumOfCents,
} from '#kernel/schemas.ts';

/** The most movements that one file holds. */
export const MAX_EXPORTED_MOVEMENTS = 10_000;

/** The four documented kinds, and the other movements of a wallet's money. */
export const transactionType = z.enum([
  'purchase',
  'sale',
  'distribution',
  'reinvestment',
  'deposit',
  'withdrawal',
  'cancellation',
  'refund',
  'proceeds',
  'rent',
  'owner_share',
  'expenses_repaid',
  'property',
  'bid_reserved',
  'bid_released',
  'reward',
]);

export const transactionStatus = z.enum(['completed', 'pending', 'failed']);

/** Period: 30 days, 90 days, a year, or everything. */
export const transactionRange = z.enum(['30d', '90d', '1y', 'all']);

const filter = {
  range: transactionRange.default('all'),
  type: transactionType.optional(),
  propertyId: propertyId.optional(),
  status: transactionStatus.optional(),
};

export const transactionListInput = z.strictObject({ ...filter, ...pageInput({ max: 100, default: 20 }) });
export const transactionSummaryInput = z.strictObject(filter);
export const transactionExportInput = z.strictObject({ ...filter, format: z.enum(['csv', 'pdf']) });

const propertyName = z.object({ id: propertyId, name: z.string() });

/** One change of the caller's available cash. */
export const transaction = z.object({
  id: z.string(),
  type: transactionType,
  status: transactionStatus,
  at: instant,
  description: z.string(),
  property: propertyName.nullable(),
  shares: z.int().nullable(),
  /** Null when the shares had several prices. */
  pricePerShareCents: cents.nullable(),
  /** Amount received (positive) or paid (negative), fees included. */
  amountCents: signedSumOfCents,
  /** The fee within the amount. */
  transactionFeeCents: sumOfCents,
  /** Available cash after it; null while nothing has moved. */
  balanceAfterCents: sumOfCents.nullable(),
  /** The statement that a distribution was paid by. */
  statementId: z.string().nullable(),
});
export const transactionPage = pageOf(transaction);

/** Figures of everything that matches the filter, and the properties to choose from. */
export const transactionSummary = z.object({
  count: z.int(),
  /** Spent on shares with fees, less what cancellations and refunds gave back: negative when they gave more. */
  spentCents: signedSumOfCents,
  /** From sales, distributions and own offerings. */
  receivedCents: sumOfCents,
  /** Fees paid, less those that were given back. */
  feesCents: signedSumOfCents,
  properties: z.array(propertyName),
});

/** A file to save: its bytes in base64. */
export const transactionFile = z.object({
  name: z.string(),
  mime: z.enum(['text/csv', 'application/pdf']),
  content: z.string(),
});

export const transactionErrors = defineErrors({
  TOO_MANY_TRANSACTIONS: [
    'refused',
    'An export can include at most 10,000 transactions. Choose a shorter period or another filter.',
  ],
});

export type Transaction = z.infer<typeof transaction>;
export type TransactionType = z.infer<typeof transactionType>;
export type TransactionStatus = z.infer<typeof transactionStatus>;
export type TransactionRange = z.infer<typeof transactionRange>;
export type TransactionFilter = z.infer<typeof transactionSummaryInput>;
export type TransactionSummary = z.infer<typeof transactionSummary>;
export type TransactionFile = z.infer<typeof transactionFile>;
