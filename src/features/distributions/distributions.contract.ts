import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { MONTH } from '#kernel/months.ts';
import {
  basisPoints,
  cents,
  instant,
  pageInput,
  pageOf,
  personText,
  propertyId,
  requestId,
  signedSumOfCents,
  sumOfCents,
} from '#kernel/schemas.ts';

/** A calendar month: "2026-09". */
export const month = z.string().regex(MONTH, 'Enter a month, such as "2026-09".');

/** The property in a distribution's id: 7 in "7-2026-Q3". */
export const propertyIdOf = (distributionId: string): number => Number(distributionId.split('-')[0]);

/** A property and a quarter: "7-2026-Q3". */
export const distributionId = z
  .string()
  .max(24)
  .regex(/^[1-9]\d{0,9}-20\d\d-Q[1-4]$/)
  .refine((id) => propertyId.safeParse(propertyIdOf(id)).success, 'There is no property with this id.');

const amount = cents.max(1_000_000_000, 'At most $10,000,000.00 a month.');

/** Income and expenses of a property, in whole cents; vacancy and expenses are positive numbers and are subtracted. */
const lineAmounts = {
  rentCents: amount,
  vacancyCents: amount,
  otherIncomeCents: amount,
  taxesCents: amount,
  insuranceCents: amount,
  maintenanceCents: amount,
  utilitiesCents: amount,
  managementCents: amount,
  otherExpensesCents: amount,
  reserveCents: amount,
  reserveWithdrawnCents: amount,
};

export const reportLines = z
  .strictObject(lineAmounts)
  .refine(({ rentCents, vacancyCents }) => vacancyCents <= rentCents, {
    path: ['vacancyCents'],
    message: 'Vacancy cannot be more than the rent.',
  });

const statementLines = z.object({
  rentCents: sumOfCents,
  vacancyCents: sumOfCents,
  otherIncomeCents: sumOfCents,
  taxesCents: sumOfCents,
  insuranceCents: sumOfCents,
  maintenanceCents: sumOfCents,
  utilitiesCents: sumOfCents,
  managementCents: sumOfCents,
  otherExpensesCents: sumOfCents,
  reserveCents: sumOfCents,
  reserveWithdrawnCents: sumOfCents,
});

export const reportMonthInput = z.strictObject({
  propertyId,
  month,
  lines: reportLines,
  note: personText(1_000).optional(),
  requestId,
});

/** The result of a report: a positive amount was paid from the owner's cash into the rent account, a negative one came back. */
export const reportReceipt = z.object({
  propertyId,
  month,
  operatingIncomeCents: signedSumOfCents,
  paidInCents: signedSumOfCents,
  distributionId: z.string(),
});

export const rentReport = z.object({
  month,
  lines: statementLines,
  operatingIncomeCents: signedSumOfCents,
  note: z.string().nullable(),
  reportedAt: instant,
  /** False once the quarter's statement is approved. */
  correctable: z.boolean(),
});

/** The data of the form in which an owner reports a month of one property. */
export const reportSheet = z.object({
  propertyId,
  propertyName: z.string(),
  /** Months that are over and not reported, the oldest first. */
  dueMonths: z.array(month),
  reports: z.array(rentReport),
  /** Months with a draft, or reported entry by entry. */
  entryMonths: z.array(month),
  rentAccountCents: sumOfCents,
  reserveCents: sumOfCents,
  availableCashCents: sumOfCents,
});

export const distributionStatus = z.enum(['open', 'prepared', 'returned', 'approved', 'paid']);

/** A property's quarter: income, expenses, and the split of the rest. */
export const statement = z.object({
  id: z.string(),
  propertyId,
  propertyName: z.string(),
  location: z.string(),
  quarter: z.string(),
  recordAt: instant,
  /** When it was or will be paid: today when the payment day has passed. */
  payAt: instant,
  status: distributionStatus,
  months: z.int(),
  lines: statementLines,
  operatingIncomeCents: signedSumOfCents,
  openingDeficitCents: sumOfCents,
  availableCents: sumOfCents,
  /** The part of the expenses beyond the income that the reserve pays to the owner. */
  repaidCents: sumOfCents,
  closingDeficitCents: sumOfCents,
  reserveContributedCents: sumOfCents,
  shares: z.int(),
  holders: z.int(),
  ownerShareCents: sumOfCents,
  grossCents: sumOfCents,
  feeCents: sumOfCents,
  netCents: sumOfCents,
  paidCents: sumOfCents,
  /** Dollars per share with four decimals, null when nobody held any. */
  perShare: z.string().nullable(),
  returnedReason: z.string().nullable(),
  preparedAt: instant.nullable(),
  approvedAt: instant.nullable(),
  paidAt: instant.nullable(),
  /** The caller's own payout. */
  viewer: z.object({ shares: z.int(), amountCents: sumOfCents }).nullable(),
  /** Whether the caller may open the entries that its lines add up. */
  seesEntries: z.boolean(),
});

/** One line of a property's distributions. */
export const distributionRow = z.object({
  id: z.string(),
  quarter: z.string(),
  /** When it was paid, or will be. */
  date: instant,
  status: z.enum(['Paid', 'Pending']),
  totalCents: sumOfCents,
  perShare: z.string().nullable(),
  monthlyRentCents: sumOfCents,
  viewerCents: sumOfCents.nullable(),
  seesEntries: statement.shape.seesEntries,
});
export const distributionPage = pageOf(distributionRow);

export const ofPropertyInput = z.strictObject({
  propertyId,
  ...pageInput({ max: 100, default: 12 }),
});
/** Payouts to holders of a property so far. */
export const paidTotal = z.object({ paidCents: sumOfCents, quarters: z.int() });

/** Payouts to all holders so far, and the latest distributions of properties on the market. */
export const paidEverywhere = paidTotal.extend({
  latest: z.array(
    z.object({
      propertyId,
      propertyName: z.string(),
      quarter: z.string(),
      paidAt: instant,
      paidCents: sumOfCents,
    }),
  ),
});

export const propertyInput = z.strictObject({ propertyId });
export const statementInput = z.strictObject({ id: distributionId });

/** Income and expenses of a property in its last reported months, at most twelve; null until one is reported. */
export const financials = z
  .object({
    months: z.int(),
    from: month,
    to: month,
    lines: statementLines,
    operatingIncomeCents: signedSumOfCents,
    capRateBps: z.int(),
    /** Part of the gross rent that came in, in basis points; null when there was none to come in. */
    occupancyBps: basisPoints.nullable(),
    /** The balance of the property's reserve. */
    reserveHeldCents: sumOfCents,
    /** Each of these months, the oldest first. */
    byMonth: z.array(
      z.object({
        month,
        effectiveIncomeCents: signedSumOfCents,
        operatingIncomeCents: signedSumOfCents,
        occupancyBps: basisPoints.nullable(),
      }),
    ),
  })
  .nullable();

/** A statement or a monthly report that can be downloaded as a PDF. */
export const reportFile = z.object({
  kind: z.enum(['statement', 'report']),
  /** The distribution of a statement, the month of a report. */
  id: z.string(),
  /** "2026-Q3" or "2026-09". */
  period: z.string(),
  /** When the statement was approved, or the month reported. */
  at: instant,
});
export const reportFilePage = pageOf(reportFile);

/** One line of an owner's distributions. */
export const ownerRow = z.object({
  id: z.string(),
  propertyName: z.string(),
  date: instant,
  amountCents: sumOfCents,
  status: z.enum(['Paid', 'Pending']),
  notes: z.string(),
});
export const ownerPage = pageOf(ownerRow);
export const ownerListInput = z.strictObject({ ...pageInput({ max: 100, default: 20 }) });

export const ownerOverview = z.object({
  totalPaidCents: sumOfCents,
  /** Of the statements that the history lists as pending. */
  totalPendingCents: sumOfCents,
  nextPaymentDate: instant,
  /** Statements that were returned and wait for a correction: the first of them. */
  returned: z.array(
    z.object({
      id: z.string(),
      propertyId,
      propertyName: z.string(),
      quarter: z.string(),
      reason: z.string(),
    }),
  ),
});

/** A property that was ever approved, with the months that its owner has to report. */
export const ownerReport = z.object({
  propertyId,
  name: z.string(),
  dueMonths: z.array(month),
  rentAccountCents: sumOfCents,
  reserveCents: sumOfCents,
});
export const ownerReportPage = pageOf(ownerReport);

export const csvFile = z.object({ fileName: z.string(), csv: z.string() });

export const adminListInput = z.strictObject({
  status: distributionStatus.optional(),
  ...pageInput({ max: 100, default: 20 }),
});

/** A statement as admins review it. */
export const adminStatement = statement.extend({
  /** Whether the admin who asks owns the property, and so cannot review its statement. */
  ownedByViewer: z.boolean(),
});
export const adminStatementPage = pageOf(adminStatement);

export const approveInput = z.strictObject({
  id: distributionId,
  /** The version that the admin saw; a statement that was prepared again since then is refused. */
  expectedNetCents: sumOfCents,
  preparedAt: statement.shape.preparedAt,
  requestId,
});
export const returnStatementInput = z.strictObject({
  id: distributionId,
  reason: personText(500, 'Say what the owner has to correct.'),
});

export const reinvestmentChoice = z.object({ propertyId, reinvest: z.boolean() });
export const setReinvestmentInput = z.strictObject({ propertyId, reinvest: z.boolean() });

/** Rows in an owner's CSV file. */
export const MAX_EXPORTED_DISTRIBUTIONS = 100_000;

export const distributionErrors = defineErrors({
  DISTRIBUTION_NOT_FOUND: ['notFound', 'This statement does not exist or is not available to you.'],
  REPORT_NOT_FOUND: ['notFound', 'This month is not reported, or its report is not available to you.'],
  MONTH_NOT_REPORTABLE: [
    'refused',
    'You can report a month once it is over, starting with the month the property was approved.',
  ],
  QUARTER_APPROVED: [
    'conflict',
    'The statement for this quarter is approved, so its months can no longer be changed.',
  ],
  RESERVE_TOO_SMALL: ['refused', 'The reserve does not hold that much. Enter a smaller amount.'],
  NOT_AWAITING_APPROVAL: ['conflict', 'This statement is not awaiting approval.'],
  STATEMENT_CHANGED: ['conflict', 'The statement was prepared again in the meantime. Review it again.'],
  NOT_A_HOLDER: ['refused', 'You hold no shares of this property.'],
  TOO_MANY_ROWS: [
    'refused',
    `An export can include at most ${MAX_EXPORTED_DISTRIBUTIONS.toLocaleString('en-US')} rows.`,
  ],
});

export type PlatformPayouts = z.infer<typeof paidEverywhere>;
export type ReportLines = z.infer<typeof statementLines>;
export type ReportSheet = z.infer<typeof reportSheet>;
export type Statement = z.infer<typeof statement>;
export type AdminStatement = z.infer<typeof adminStatement>;
export type DistributionRow = z.infer<typeof distributionRow>;
export type Financials = NonNullable<z.infer<typeof financials>>;
export type ReportFile = z.infer<typeof reportFile>;
export type OwnerRow = z.infer<typeof ownerRow>;
export type OwnerReport = z.infer<typeof ownerReport>;
export type OwnerOverview = z.infer<typeof ownerOverview>;
