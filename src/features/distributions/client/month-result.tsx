import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatUsdExact } from '#kernel/money.ts';
import { monthName } from '#kernel/months.ts';
import { codeOf, messageOf } from '#platform/browser/errors.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import type { ReportLines, ReportSheet } from '../distributions.contract.ts';
import { effectiveIncome, operatingExpenses, operatingIncome } from '../distributions.rules.ts';

/** Result of a month, and the button that reports it. */
export function MonthResult({
  sheet,
  lines,
  busy,
  error,
  month,
  children,
}: {
  sheet: ReportSheet;
  lines: ReportLines;
  busy: boolean;
  error: unknown;
  month: string;
  /** Content above the button. */
  children?: ReactNode;
}) {
  const isReported = sheet.reports.some((report) => report.month === month);
  return (
    <Card title={monthName(month)}>
      <div aria-live="polite">
        <DescriptionList
          items={[
            { term: 'Effective gross income', value: <Money exact cents={effectiveIncome(lines)} /> },
            { term: 'Operating expenses', value: <Money exact cents={operatingExpenses(lines)} /> },
            {
              term: 'Net operating income',
              value: <Money exact cents={operatingIncome(lines)} />,
              total: true,
            },
            { term: 'Your available cash', value: <Money exact cents={sheet.availableCashCents} /> },
          ]}
        />
      </div>
      <p className="mt-3 text-sm text-muted">
        If this report raises the quarter’s income, the difference moves from your available cash to the
        property’s rent account, which holds {formatUsdExact(sheet.rentAccountCents)} now. If it lowers the
        income, the difference comes back to you. Payments from the reserve wait until the statement is
        approved.
      </p>
      {error !== null && (
        <Alert
          tone="danger"
          className="mt-4"
          action={
            codeOf(error) === 'INSUFFICIENT_FUNDS' ? (
              <Link to="/wallet" search={{ dialog: 'deposit' }} className="link-plain">
                Add money
              </Link>
            ) : undefined
          }
        >
          {codeOf(error) === 'INSUFFICIENT_FUNDS'
            ? 'Your available cash does not cover what this report adds.'
            : messageOf(error)}
        </Alert>
      )}
      {children}
      <Button type="submit" wide className="mt-5" busy={busy} busyText="Reporting">
        {isReported ? 'Correct' : 'Report'} {monthName(month)}
      </Button>
    </Card>
  );
}

/** Money moved by the report of a month. */
export function paidText(month: string, paidInCents: number): string {
  if (paidInCents > 0) return `${formatUsdExact(paidInCents)} was paid in for ${monthName(month)}.`;
  if (paidInCents < 0) return `${formatUsdExact(-paidInCents)} came back to your available cash.`;
  return `${monthName(month)} is reported.`;
}
