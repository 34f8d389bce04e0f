import { feeText, MANAGEMENT_FEE_BPS } from '#kernel/fees.ts';
import {
  type BasisPoints,
  type Cents,
  feeOf,
  formatUsdExact,
  multiply,
  proportion,
  WHOLE_BPS,
} from '#kernel/money.ts';
import { monthAfter, monthOf, monthStart, quarterOfMonth } from '#kernel/months.ts';
import { formatDate, HOUR } from '#kernel/time.ts';
import type { ReportLines, Statement } from './distributions.contract.ts';

/**
 * A statement is prepared this long after its record date at the earliest: a purchase that began before the record date
 * has been written, since no request lives that long.
 */
export const PREPARATION_DELAY_MS = HOUR;

export const MANAGEMENT_FEE_LABEL = `Management fee, ${feeText(MANAGEMENT_FEE_BPS)}`;

export const lineKeys = [
  'rentCents',
  'vacancyCents',
  'otherIncomeCents',
  'taxesCents',
  'insuranceCents',
  'maintenanceCents',
  'utilitiesCents',
  'managementCents',
  'otherExpensesCents',
  'reserveCents',
  'reserveWithdrawnCents',
] as const satisfies readonly (keyof ReportLines)[];

export const expenseKeys = [
  'taxesCents',
  'insuranceCents',
  'maintenanceCents',
  'utilitiesCents',
  'managementCents',
  'otherExpensesCents',
] as const satisfies readonly (keyof ReportLines)[];

/** The field's terms for each line. */
export const lineLabel: Record<keyof ReportLines, string> = {
  rentCents: 'Gross rent',
  vacancyCents: 'Vacancy and credit loss',
  otherIncomeCents: 'Other income',
  taxesCents: 'Property taxes',
  insuranceCents: 'Insurance',
  maintenanceCents: 'Repairs and maintenance',
  utilitiesCents: 'Utilities',
  managementCents: 'Property management',
  otherExpensesCents: 'Other expenses',
  reserveCents: 'Reserve contribution',
  reserveWithdrawnCents: 'Paid from the reserve',
};

export const noLines: ReportLines = Object.fromEntries(
  lineKeys.map((key) => [key, 0]),
) as unknown as ReportLines;

/** Line by line. */
export function addLines(a: ReportLines, b: ReportLines): ReportLines {
  return Object.fromEntries(lineKeys.map((key) => [key, a[key] + b[key]])) as unknown as ReportLines;
}

/** Effective gross income: rent less vacancy, and other income. */
export function effectiveIncome({ rentCents, vacancyCents, otherIncomeCents }: ReportLines): Cents {
  return rentCents - vacancyCents + otherIncomeCents;
}

export function operatingExpenses(lines: ReportLines): Cents {
  return expenseKeys.reduce((sum, key) => sum + lines[key], 0);
}

/** Net operating income: effective gross income less operating expenses; negative in a bad month. */
export function operatingIncome(lines: ReportLines): Cents {
  return effectiveIncome(lines) - operatingExpenses(lines);
}

/** Economic occupancy: the part of the gross rent that came in, in basis points; null without gross rent. */
export function occupancyOf({ rentCents, vacancyCents }: ReportLines): BasisPoints | null {
  return rentCents === 0 ? null : proportion(rentCents - vacancyCents, WHOLE_BPS, rentCents);
}

export interface QuarterResult {
  operatingIncomeCents: Cents;
  openingDeficitCents: Cents;
  /** The distributable amount before the reserve contribution; never negative. */
  availableCents: Cents;
  /** The part of the expenses beyond the income that the reserve reimburses to the owner. */
  reimbursedCents: Cents;
  /** The deficit that the next quarter has to make good first. */
  closingDeficitCents: Cents;
  reserveContributedCents: Cents;
}

/**
 * The result of a quarter: an earlier deficit is made good first, then the reserve contribution is taken from the
 * remaining income.
 */
export function quarterResult(lines: ReportLines, openingDeficitCents: Cents): QuarterResult {
  const operatingIncomeCents = operatingIncome(lines);
  const withoutReserve = operatingIncomeCents - openingDeficitCents;
  const remainingCents = withoutReserve + lines.reserveWithdrawnCents;
  const availableCents = Math.max(0, remainingCents);
  return {
    operatingIncomeCents,
    openingDeficitCents,
    availableCents,
    reimbursedCents: Math.min(lines.reserveWithdrawnCents, Math.max(0, -withoutReserve)),
    closingDeficitCents: Math.max(0, -remainingCents),
    reserveContributedCents: Math.min(lines.reserveCents, availableCents),
  };
}

type Held = { shares: number; preparedAt: unknown };

/**
 * Whether a quarter was the owner's alone, income and loss: nobody held shares at the record date, or the offering was not
 * funded by then. Not known until the statement is prepared.
 */
export const isOwnersAlone = ({ shares, preparedAt }: Held): boolean => preparedAt !== null && shares === 0;

const deficitLabel = (statement: Held) =>
  isOwnersAlone(statement) ? 'Covered by the owner' : 'Deficit carried forward';

export interface RentStep {
  label: string;
  cents: Cents;
  isTotal?: boolean;
}

/**
 * Steps from a quarter's rent to its holders' payouts, and to the viewer's own; steps without an amount are left out,
 * and the rest adds up.
 */
export function rentSteps(
  statement: Pick<
    Statement,
    | 'lines'
    | 'operatingIncomeCents'
    | 'openingDeficitCents'
    | 'closingDeficitCents'
    | 'shares'
    | 'preparedAt'
    | 'reserveContributedCents'
    | 'ownerShareCents'
    | 'feeCents'
    | 'netCents'
    | 'viewer'
  >,
): RentStep[] {
  const { lines, netCents, viewer } = statement;
  const steps: RentStep[] = [
    { label: lineLabel.rentCents, cents: lines.rentCents, isTotal: true },
    { label: lineLabel.vacancyCents, cents: -lines.vacancyCents },
    { label: lineLabel.otherIncomeCents, cents: lines.otherIncomeCents },
    { label: 'Operating expenses', cents: -operatingExpenses(lines) },
    { label: 'Net operating income', cents: statement.operatingIncomeCents, isTotal: true },
    { label: lineLabel.reserveWithdrawnCents, cents: lines.reserveWithdrawnCents },
    { label: 'Deficit from earlier quarters', cents: -statement.openingDeficitCents },
    { label: deficitLabel(statement), cents: statement.closingDeficitCents },
    { label: lineLabel.reserveCents, cents: -statement.reserveContributedCents },
    { label: 'Owner’s share', cents: -statement.ownerShareCents },
    { label: MANAGEMENT_FEE_LABEL, cents: -statement.feeCents },
    { label: 'To shareholders', cents: netCents, isTotal: true },
    ...(viewer && viewer.amountCents > 0
      ? [
          { label: 'Other shareholders', cents: viewer.amountCents - netCents },
          { label: 'To you', cents: viewer.amountCents, isTotal: true },
        ]
      : []),
  ];
  return steps.filter(({ cents, isTotal }) => isTotal || cents !== 0);
}

export interface Split {
  /** The gross distribution: the part of the shares that investors hold. */
  grossCents: Cents;
  feeCents: Cents;
  /** The total for the holders. */
  netCents: Cents;
  ownerShareCents: Cents;
}

/**
 * Splits what a quarter leaves between the owner, by the unsold part of the valuation, and the holders, less
 * the management fee: distributable = owner's share + fee + net, to the cent. The part of a mortgage that remains counts
 * as unsold: the owner pays the lender from it, and the holders' yield is that of the valuation.
 */
export function splitQuarter(parts: {
  distributableCents: Cents;
  shares: number;
  pricePerShareCents: Cents;
  valuationCents: Cents;
}): Split {
  const { distributableCents, shares, pricePerShareCents, valuationCents } = parts;
  const held = Math.min(multiply(pricePerShareCents, shares), valuationCents);
  const grossCents = proportion(distributableCents, held, valuationCents);
  const feeCents = feeOf(grossCents, MANAGEMENT_FEE_BPS);
  return {
    grossCents,
    feeCents,
    netCents: grossCents - feeCents,
    ownerShareCents: distributableCents - grossCents,
  };
}

/** Dollars for one share with four decimals, cut off; null without shares. */
export function perShareText(netCents: Cents, shares: number): string | null {
  if (shares === 0) return null;
  const tenThousandths = (BigInt(netCents) * 100n) / BigInt(shares);
  return `${tenThousandths / 10_000n}.${String(tenThousandths % 10_000n).padStart(4, '0')}`;
}

export function quarterOf(month: string): string {
  return `${month.slice(0, 4)}-Q${quarterOfMonth(month)}`;
}

export function monthsOf(quarter: string): string[] {
  const first = (Number(quarter.slice(-1)) - 1) * 3 + 1;
  return [first, first + 1, first + 2].map((one) => `${quarter.slice(0, 4)}-${String(one).padStart(2, '0')}`);
}

/** The day of the month after a quarter on which it is paid. */
const PAYMENT_DAY = 15;
export const PAYMENT_DAY_TEXT = `${PAYMENT_DAY}th`;

/** The record date and the day of payment in the month after the quarter. */
export function datesOf(quarter: string): { recordAt: Date; payAt: Date } {
  const recordAt = monthStart(monthsOf(quarter)[2] ?? '', 1);
  const payAt = new Date(Date.UTC(recordAt.getUTCFullYear(), recordAt.getUTCMonth(), PAYMENT_DAY));
  return { recordAt, payAt };
}

/** A month is due with the payment day of its quarter: reported later, it makes the distribution late. */
export function isLate(month: string, reportedAt: Date): boolean {
  return reportedAt >= datesOf(quarterOf(month)).payAt;
}

/** When a statement was or will be paid: a late one is paid as soon as it is approved. */
export function paymentDateOf({ payAt, paidAt }: { payAt: Date; paidAt: Date | null }, now: Date): Date {
  return paidAt ?? (payAt > now ? payAt : now);
}

/** Text of a statement about its payment. */
export function paymentText({
  netCents,
  preparedAt,
  payAt,
  paidAt,
}: Pick<Statement, 'netCents' | 'preparedAt' | 'payAt' | 'paidAt'>): string {
  if (preparedAt !== null && netCents === 0) return 'Nothing is paid to shareholders.';
  return paidAt === null ? `To be paid on ${formatDate(payAt)}.` : `Paid on ${formatDate(paidAt)}.`;
}

/** Text of a statement about a reserve that reimburses its owner. */
export function reimbursementText({ repaidCents }: Pick<Statement, 'repaidCents'>): string {
  return `${formatUsdExact(repaidCents)} from the reserve reimburses the owner for expenses that exceeded the income.`;
}

/** The next day of payment, today included. */
export function nextPaymentDate(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const current = quarterOf(monthOf(now));
  const last = quarterOf(monthAfter(monthsOf(current)[0] ?? '', -1));
  return [last, current].map((quarter) => datesOf(quarter).payAt).find((at) => at.getTime() >= today) as Date;
}

/** When the quarter after this one is paid. */
export const paymentAfter = (quarter: string): Date =>
  datesOf(quarterOf(monthAfter(monthsOf(quarter)[2] ?? ''))).payAt;

/** When the first quarter is paid of an offering that is funded at a moment: holders need it by the record date. */
export const firstPaymentOf = (fundedAt: Date): Date =>
  datesOf(quarterOf(monthOf(new Date(fundedAt.getTime() - 1)))).payAt;

/** Every month from the first to the last of these, in order; null where there is none of that month. */
export function withGaps<Reported extends { month: string }>(
  reported: readonly Reported[],
): { month: string; reported: Reported | null }[] {
  const [first, last] = [reported[0]?.month, reported.at(-1)?.month];
  if (first === undefined || last === undefined) return [];
  const byMonth = new Map(reported.map((one) => [one.month, one]));
  const months: string[] = [];
  for (let month = first; month <= last; month = monthAfter(month)) months.push(month);
  return months.map((month) => ({ month, reported: byMonth.get(month) ?? null }));
}

export function distributionIdOf(propertyId: number, quarter: string): string {
  return `${propertyId}-${quarter}`;
}

/** Months that can be reported: over by `now`, from the month of approval, the oldest first. */
export function reportableMonths(approvedAt: Date, now: Date): string[] {
  const months: string[] = [];
  for (let month = monthOf(approvedAt); monthStart(month, 1) <= now; month = monthAfter(month))
    months.push(month);
  return months;
}

/** The status that holders and owners see: everything before payment is pending. */
export function paymentStatus(
  status: 'open' | 'prepared' | 'returned' | 'approved' | 'paid',
): 'Paid' | 'Pending' {
  return status === 'paid' ? 'Paid' : 'Pending';
}
