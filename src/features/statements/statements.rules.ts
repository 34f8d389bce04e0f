import { monthAfter, monthBounds, monthOf } from '#kernel/months.ts';
import { after, DAY, HOUR } from '#kernel/time.ts';
import type { MonthlyStatement, StatementFigures } from './statements.contract.ts';

/** The day and the hour (UTC) at which the statements of the month before are issued. */
export const ISSUE_DAY = 3;
export const ISSUE_HOUR = 3;

/** The moment in a month at which the statements of the month before are due. */
export const issueMoment = (month: string): Date =>
  after(monthBounds(month).from, (ISSUE_DAY - 1) * DAY + ISSUE_HOUR * HOUR);

/** The newest month whose statements are due at a moment. */
export function newestDueMonth(now: Date): string {
  const month = monthOf(now);
  return monthAfter(month, now >= issueMoment(month) ? -1 : -2);
}

/** Figures derived from those of a statement; the same for screen, CSV and PDF. */
export function statementView(
  { month, openingCashCents, closingCashCents, holdings, movements }: StatementFigures,
  { issuedAt, hash }: { issuedAt: Date; hash: string },
): MonthlyStatement {
  const distributions = movements.filter(({ kind }) => kind === 'distribution');
  const netIncomeCents = distributions.reduce((sum, { cents }) => sum + cents, 0);
  const feesCents = distributions.reduce((sum, { feeCents }) => sum + feeCents, 0);
  const incomeOf = (propertyId: number) =>
    distributions
      .filter((one) => one.propertyId === propertyId)
      .reduce((sum, { cents, feeCents }) => sum + cents + feeCents, 0);
  return {
    month,
    issuedAt: issuedAt.toISOString(),
    hash,
    openingCashCents,
    closingCashCents,
    totalIncomeCents: netIncomeCents + feesCents,
    feesCents,
    netIncomeCents,
    valueCents: holdings.reduce((sum, one) => sum + one.closingShares * one.perShareCents, 0),
    properties: holdings.map(({ propertyId, name, closingShares, annualYieldBps }) => ({
      propertyId,
      name,
      shares: closingShares,
      incomeCents: incomeOf(propertyId),
      yieldBps: annualYieldBps,
    })),
  };
}
