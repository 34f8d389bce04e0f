import { FileText } from 'lucide-react';
import { useState } from 'react';
import type { MonthlyStatement } from '#features/statements/statements.contract.ts';
import { monthName } from '#kernel/months.ts';
import { formatDate } from '#kernel/time.ts';
import { Card } from '#ui/card.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import type { Report } from '../reports.contract.ts';
import { ExportButton } from './export-button.tsx';

const money = (key: string, header: string, pick: (row: MonthlyStatement) => number) => ({
  key,
  header,
  amount: true,
  cell: (row: MonthlyStatement) => <Money exact cents={pick(row)} />,
});

const columnsOf = (open: (month: string) => void): readonly DataColumn<MonthlyStatement>[] => [
  {
    key: 'month',
    header: 'Month',
    rowHeader: true,
    cell: ({ month, issuedAt }) => (
      <span className="block whitespace-nowrap">
        <button
          type="button"
          aria-haspopup="dialog"
          className="link-plain min-h-11 font-semibold sm:min-h-7"
          onClick={() => open(month)}
        >
          {monthName(month)}
        </button>
        <span className="block text-sm font-normal text-muted">
          Issued <time dateTime={issuedAt}>{formatDate(issuedAt)}</time>
        </span>
      </span>
    ),
  },
  money('opening', 'Opening cash', (row) => row.openingCashCents),
  money('closing', 'Closing cash', (row) => row.closingCashCents),
  { key: 'net', header: 'Net income', amount: true, cell: (row) => <NetIncome row={row} /> },
  { ...money('value', 'Portfolio value', (row) => row.valueCents), mobilePlacement: 'lead' },
];

/** Income after fees, with those where there were any. */
function NetIncome({ row: { feesCents, netIncomeCents } }: { row: MonthlyStatement }) {
  return (
    <span className="block">
      <Money exact cents={netIncomeCents} />
      {feesCents !== 0 && (
        <span className="block text-xs text-muted">
          after <Money exact cents={feesCents} /> in fees
        </span>
      )}
    </span>
  );
}

const StatementDialog = dialogOnDemand(async () => (await import('./statement-dialog.tsx')).StatementDialog);

export function StatementsTab({ report }: { report: Report }) {
  const { statements, periodLabel } = report;
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <>
      <ExportButton report={report} kind="statements" disabled={statements.length === 0} />
      <Card padded={false} className="overflow-hidden">
        <DataTable
          caption={`Monthly statements, ${periodLabel}`}
          tableFrom="tablet"
          columns={columnsOf(setOpened)}
          rows={statements}
          rowKey={({ month }) => month}
          empty={
            <EmptyState
              icon={FileText}
              title={`No statements for ${periodLabel}`}
              text="Each month’s statement is issued on the 3rd of the next month, at 03:00 UTC."
            />
          }
        />
      </Card>
      {opened && <StatementDialog month={opened} onClose={() => setOpened(null)} />}
      {statements.length > 0 && (
        <p className="mt-4 text-sm text-muted">
          Open a month for its properties and movements. Cash includes what is reserved for bids and on its
          way to your bank. Fees are management fees that were deducted from distributions. Portfolio value is
          at offering price or valuation at the end of the month. A statement never changes; a correction
          appears in the month in which it is made.
        </p>
      )}
    </>
  );
}
