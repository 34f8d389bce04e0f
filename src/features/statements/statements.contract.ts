import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { instant, signedSumOfCents, sumOfCents } from '#kernel/schemas.ts';

/** A calendar month in UTC: "2026-10". */
export const statementMonth = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month, such as 2026-10.');

export const movementKind = z.enum([
  'purchase',
  'reinvestment',
  'sale',
  'distribution',
  'deposit',
  'withdrawal',
  'cancellation',
  'refund',
  'proceeds',
  'rent',
  'owner_share',
  'expenses_repaid',
  'reward',
  'other',
]);

/** One thing that changed a person's cash or shares. */
export const movement = z.object({
  at: instant,
  kind: movementKind,
  propertyId: z.int().nullable(),
  /** As the property was called at issue; null without a property, and where no name was stored yet. */
  propertyName: z.string().nullable().default(null),
  /** Positive for money or shares that came in. */
  cents: signedSumOfCents,
  shares: z.int(),
  /** Of a purchase, the fee within the amount; of a distribution, the person's part of the deductions before it. */
  feeCents: sumOfCents,
});

/** A person's shares of one property at both ends of a month. */
export const statementHolding = z.object({
  propertyId: z.int(),
  name: z.string(),
  openingShares: z.int(),
  closingShares: z.int(),
  /** Value of a share at the end of the month, as known at issue. */
  perShareCents: sumOfCents,
  annualYieldBps: z.int(),
});

/** The figures of a statement as they are stored. */
export const statementFigures = z.object({
  month: statementMonth,
  openingCashCents: sumOfCents,
  closingCashCents: sumOfCents,
  holdings: z.array(statementHolding),
  movements: z.array(movement),
});

/** Income of a property in a month, in which its shares may have been sold already. */
const propertyIncome = z.object({
  propertyId: z.int(),
  name: z.string(),
  shares: z.int(),
  /** Before the management fee. */
  incomeCents: sumOfCents,
  /** The yield that was expected of it; null where the person had no shares of it in the month. */
  yieldBps: z.int().nullable(),
});

/** A statement with the figures derived from it. */
export const monthlyStatement = z.object({
  month: statementMonth,
  issuedAt: instant,
  hash: z.string(),
  openingCashCents: sumOfCents,
  closingCashCents: sumOfCents,
  /** Distributions before the management fee, the fee, and the amount paid. */
  totalIncomeCents: sumOfCents,
  feesCents: sumOfCents,
  netIncomeCents: sumOfCents,
  /** Value of all shares at the end of the month. */
  valueCents: sumOfCents,
  properties: z.array(propertyIncome),
});

export const statementErrors = defineErrors({
  STATEMENT_NOT_FOUND: [
    'notFound',
    'There is no statement for this month. Statements are issued on the 3rd, for the month before.',
  ],
});

export type MovementKind = z.infer<typeof movementKind>;
export type StatementFigures = z.infer<typeof statementFigures>;
export type MonthlyStatement = z.infer<typeof monthlyStatement>;
