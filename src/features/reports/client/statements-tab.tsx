import { FileText } from 'lucide-react';
import type { MonthlyStatement } from '#features/statements/statements.contract.ts';
import { formatPercent } from '#kernel/money.ts';
import { monthName } from '#kernel/months.ts';
import { formatDate } from '#kernel/time.ts';
import { Card } from '#ui/card.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import type { Report } from '../reports.contract.ts';
import { ExportButton } from './export-button.tsx';

const money = (key: string, header: string, pick: (row: MonthlyStatement) => number) => ({
  key,
  header,
  amount: true,
  cell: (row: MonthlyStatement) => <Money exact cents={pick(row)} />,
});

const columns: readonly DataColumn<MonthlyStatement>[] = [
  {
    key: 'month',
    header: 'Month',
    rowHeader: true,
    cell: ({ month, issuedAt }) => (
      <span className="block">
        {monthName(month)}
        <span className="block text-sm font-normal text-muted">Issued {formatDate(issuedAt)}</span>
      </span>
    ),
  },
  money('opening', 'Opening cash', (row) => row.openingCashCents),
  money('closing', 'Closing cash', (row) => row.closingCashCents),
  money('income', 'Total income', (row) => row.totalIncomeCents),
  money('fees', 'Fees', (row) => row.feesCents),
  money('net', 'Net income', (row) => row.netIncomeCents),
  money('value', 'Portfolio value', (row) => row.valueCents),
];

type PropertyRow = MonthlyStatement['properties'][number];

const propertyColumns: readonly DataColumn<PropertyRow>[] = [
  { key: 'name', header: 'Property', rowHeader: true, cell: ({ name }) => name },
  { key: 'shares', header: 'Shares', amount: true, cell: ({ shares }) => shares.toLocaleString('en-US') },
  {
    key: 'income',
    header: 'Income',
    amount: true,
    cell: ({ incomeCents }) => <Money exact cents={incomeCents} />,
  },
  {
    key: 'yield',
    header: 'Expected yield',
    amount: true,
    cell: ({ yieldBps }) => formatPercent(yieldBps / 100),
  },
];

export function StatementsTab({ report }: { report: Report }) {
  const { statements, periodLabel } = report;
  const [newest] = statements;
  return (
    <>
      <ExportButton report={report} kind="statements" disabled={statements.length === 0} />
      <Card padded={false} className="overflow-hidden">
        <DataTable
          caption={`Monthly statements, ${periodLabel}`}
          columns={columns}
          rows={statements}
          rowKey={({ month }) => month}
          empty={
            <EmptyState
              icon={FileText}
              title={`No statements for ${periodLabel}`}
              text="The statement of a month is issued on the 3rd of the next one, at 03:00 UTC."
            />
          }
        />
      </Card>
      {newest && newest.properties.length > 0 && <Properties statement={newest} />}
      <p className="mt-4 text-sm text-muted">
        Cash includes what is reserved for bids and on its way to your bank. Fees are management fees that
        were deducted from distributions. A statement never changes; a correction appears in the month in
        which it is made.
      </p>
    </>
  );
}

function Properties({ statement }: { statement: MonthlyStatement }) {
  return (
    <section className="mt-8">
      <h2 className="mb-3 text-xl">Properties in {monthName(statement.month)}</h2>
      <Card padded={false} className="overflow-hidden">
        <DataTable
          caption={`Properties in ${monthName(statement.month)}`}
          columns={propertyColumns}
          rows={statement.properties}
          rowKey={({ propertyId }) => propertyId}
        />
      </Card>
    </section>
  );
}
