import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import {
  instant,
  pageInput,
  pageOf,
  propertyId,
  requestId,
  signedSumOfCents,
  sumOfCents,
} from '#kernel/schemas.ts';

/** Months that the chart of money in and out shows, the running one included. */
export const SHOWN_MONEY_MONTHS = 12;

/** Where money moved: from a bank, to a bank, or to the lender of a mortgage. */
const moneyDirection = z.enum(['deposit', 'withdrawal', 'lender']);

const text = z.string().max(2_000);
const wholeCents = z.string().regex(/^-?\d{1,18}$/);

/** The drift of one invariant: how many violations, and the first of them. */
export const foundDrift = z.object({
  invariant: text,
  warning: z.boolean(),
  drifted: z.int(),
  drifts: z.array(z.object({ subject: text, detail: text })),
});

/** The books at one moment, as a verification stores them. */
export const booksSnapshot = z.object({
  trialBalance: z.array(z.object({ kind: text, accounts: z.int(), cents: wholeCents })),
  transfers: z.array(
    z.object({
      direction: moneyDirection,
      status: text,
      many: z.int(),
      cents: wholeCents,
    }),
  ),
});

export const recordVerificationInput = z.strictObject({
  requestId,
  startedAt: z.date(),
  requestedBy: z.string().nullable(),
  invariants: z.int(),
  broken: z.int(),
  drift: z.array(foundDrift),
  books: booksSnapshot,
});

export const recordComparisonInput = z.strictObject({ verificationId: z.uuid(), requestId });

const direction = z.object({ in: signedSumOfCents, out: signedSumOfCents });

/** Comparison of our transfers with those of the payment provider. */
const bankComparison = z.object({
  startedAt: instant,
  /** Null while it runs. */
  finishedAt: instant.nullable(),
  compared: z.int(),
  bank: direction,
  own: direction,
  differing: z.int(),
  /** The first of them. */
  differences: z.array(
    z.object({
      transferId: z.string(),
      own: z.string(),
      bank: z.string(),
      /** Where the bank has settled another amount. */
      amounts: z.object({ ownCents: sumOfCents, bankCents: sumOfCents }).optional(),
    }),
  ),
});

export const verification = z.object({
  id: z.string(),
  startedAt: instant,
  finishedAt: instant,
  /** The admin who asked for it; null for one by the schedule. */
  requestedBy: z.string().nullable(),
  invariants: z.int(),
  broken: z.int(),
});
export const booksOverview = z.object({
  /** The last verification with its findings; null before the first one. */
  last: verification
    .extend({
      drift: z.array(foundDrift),
      trialBalance: z.array(z.object({ kind: z.string(), accounts: z.int(), cents: signedSumOfCents })),
      transfers: z.array(
        z.object({
          direction: moneyDirection,
          status: z.string(),
          many: z.int(),
          cents: sumOfCents,
        }),
      ),
    })
    .nullable(),
  /** The last comparison of every transfer that is complete; null before the first one. */
  comparison: bankComparison.nullable(),
  /** The comparison that runs now. */
  comparing: bankComparison.nullable(),
  /** Whether one runs or waits to run. */
  isVerifying: z.boolean(),
  everyHours: z.int(),
  sandbox: z.boolean(),
  history: z.array(verification),
});

export const propertyBooksInput = z.strictObject(pageInput({ max: 100, default: 25 }));
/** Ledger balances of a property. */
export const propertyBooks = z.object({
  id: propertyId,
  name: z.string(),
  offering: z.enum(['open', 'funded', 'failed']),
  escrowCents: sumOfCents,
  mortgageCents: sumOfCents,
  rentCents: sumOfCents,
  reserveCents: sumOfCents,
  payableCents: sumOfCents,
});
export const propertyBooksPage = pageOf(propertyBooks);

/** Money that came from banks and went to banks, to lenders as well, by the month in which it was settled. */
export const moneyMonths = z.array(
  z.object({ month: z.string(), inCents: sumOfCents, outCents: sumOfCents }),
);
export const requestedVerification = z.object({ requested: z.literal(true) });

export const booksErrors = defineErrors({
  VERIFIED_LATELY: ['limited', 'The books were verified six times in the last hour. Try again later.'],
});

export type Verification = z.infer<typeof verification>;
export type BankComparison = z.infer<typeof bankComparison>;
export type BooksOverview = z.infer<typeof booksOverview>;
export type PropertyBooks = z.infer<typeof propertyBooks>;
