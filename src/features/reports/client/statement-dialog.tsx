import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { movementLabel } from '#features/statements/client/index.ts';
import type { Movement, StatementFigures } from '#features/statements/statements.contract.ts';
import { formatPercent } from '#kernel/money.ts';
import { monthName } from '#kernel/months.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Button } from '#ui/button.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Money } from '#ui/money.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { StatementDetail } from '../reports.contract.ts';
import { useReportFile } from './use-report-file.ts';

/** Everything in the statement of a month. */
export function StatementDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const query = useQuery(trpc.reports.statement.queryOptions({ month }));
  const { save, isLoading } = useReportFile();
  const file = (format: 'csv' | 'pdf') => (
    <Button
      variant="secondary"
      busy={isLoading({ month, format })}
      busyText="Preparing"
      onClick={() => void save({ month, format })}
    >
      <Download size={18} aria-hidden="true" />
      {format.toUpperCase()}
    </Button>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={`Statement, ${monthName(month)}`}
      description={
        query.data ? `Issued ${formatDate(query.data.view.issuedAt)}. Days are in UTC.` : undefined
      }
      footer={
        <>
          {file('csv')}
          {file('pdf')}
        </>
      }
    >
      {query.data ? (
        <Detail {...query.data} />
      ) : query.isError ? (
        <ErrorState
          text={messageOf(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <SkeletonRegion label="Loading the statement">
          <Skeleton className="h-72 w-full" />
        </SkeletonRegion>
      )}
    </Dialog>
  );
}

type Holding = StatementFigures['holdings'][number];

const shares = (count: number) => count.toLocaleString('en-US');

const holdingColumns = (incomeOf: (propertyId: number) => number): readonly DataColumn<Holding>[] => [
  { key: 'name', header: 'Property', rowHeader: true, cell: ({ name }) => name },
  {
    key: 'shares',
    header: 'Shares',
    amount: true,
    cell: ({ openingShares, closingShares }) => (
      <span className="block">
        {shares(closingShares)}
        {openingShares !== closingShares && (
          <span className="block text-xs text-muted">{shares(openingShares)} at the start</span>
        )}
      </span>
    ),
  },
  {
    key: 'income',
    header: 'Income',
    amount: true,
    cell: ({ propertyId }) => <Money exact cents={incomeOf(propertyId)} />,
  },
  {
    key: 'yield',
    header: 'Expected yield',
    amount: true,
    cell: ({ annualYieldBps }) => formatPercent(annualYieldBps / 100),
  },
  {
    key: 'value',
    header: 'Value',
    amount: true,
    cell: ({ closingShares, perShareCents }) => <Money exact cents={closingShares * perShareCents} />,
  },
];

const movementColumns = (nameOf: (propertyId: number) => string): readonly DataColumn<Movement>[] => [
  {
    key: 'movement',
    header: 'Movement',
    rowHeader: true,
    cell: ({ at, kind, propertyId }) => (
      <span className="block text-start">
        {movementLabel[kind]}
        <span className="block text-sm font-normal text-muted">
          {formatDate(at)}
          {propertyId !== null && `, ${nameOf(propertyId)}`}
        </span>
      </span>
    ),
  },
  {
    key: 'shares',
    header: 'Shares',
    amount: true,
    cell: (row) => (row.shares === 0 ? '–' : shares(row.shares)),
  },
  { key: 'fee', header: 'Fee', amount: true, cell: ({ feeCents }) => <Money exact cents={feeCents} /> },
  { key: 'cash', header: 'Cash', amount: true, cell: ({ cents }) => <Money exact cents={cents} /> },
];

function Detail({ figures: { month, holdings, movements }, view: { properties } }: StatementDetail) {
  const incomes = new Map(properties.map(({ propertyId, incomeCents }) => [propertyId, incomeCents]));
  const names = new Map(holdings.map(({ propertyId, name }) => [propertyId, name]));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <section>
        <h3 className="mb-2 text-lg">Properties</h3>
        <DataTable
          caption={`Properties in ${monthName(month)}`}
          columns={holdingColumns((id) => incomes.get(id) ?? 0)}
          rows={holdings}
          rowKey={({ propertyId }) => propertyId}
          empty={<p className="text-muted">No shares were held in this month.</p>}
        />
      </section>
      <section>
        <h3 className="mb-2 text-lg">Movements</h3>
        <DataTable
          caption={`Movements in ${monthName(month)}`}
          columns={movementColumns((id) => names.get(id) ?? `Property ${id}`)}
          rows={movements}
          rowKey={(row) => movements.indexOf(row)}
          empty={<p className="text-muted">Nothing moved in this month.</p>}
        />
      </section>
    </div>
  );
}
