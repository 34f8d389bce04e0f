import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type StatementTable, statementTables } from '#features/statements/client/index.ts';
import { monthName } from '#kernel/months.ts';
import { formatDate } from '#kernel/time.ts';
import { forPeople, type ValueFormat } from '#kernel/value-format.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { DownloadButton } from '#ui/download-button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Money } from '#ui/money.tsx';
import { ShowAll } from '#ui/show-all.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { StatementDetail } from '../reports.contract.ts';
import { useReportFile } from './use-report-file.ts';

/** Everything in the statement of a month. */
export function StatementDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const query = useQuery(trpc.reports.statement.queryOptions({ month }));
  const { save, isLoading } = useReportFile();
  const file = (format: 'csv' | 'pdf') => (
    <DownloadButton
      busy={isLoading({ month, format })}
      busyText="Preparing"
      onClick={() => void save({ month, format })}
    >
      {format.toUpperCase()}
    </DownloadButton>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={`Statement, ${monthName(month)}`}
      description={
        query.data ? `Issued ${formatDate(query.data.view.issuedAt)}. Dates are in UTC.` : undefined
      }
      footer={
        <>
          {file('csv')}
          {file('pdf')}
        </>
      }
    >
      {query.data ? (
        <StatementTables {...query.data} />
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

/** Amounts as screens show and read them aloud. */
const forScreens: ValueFormat<ReactNode> = {
  ...forPeople,
  money: (cents) => <Money exact cents={cents} />,
};

const nothing = (
  <span aria-hidden="true" className="no-value">
    –
  </span>
);

type Row = ReturnType<typeof rowsOf>[number];

const rowsOf = (table: StatementTable) => table.rows(forScreens).map((cells, index) => ({ index, cells }));

const columnsOf = ({ heading, columns }: StatementTable): readonly DataColumn<Row>[] =>
  columns.map(({ header, amount = false }, index) => ({
    key: header,
    header,
    headerHidden: header === heading,
    amount,
    rowHeader: index === 0,
    cell: ({ cells }) => cells[index] || nothing,
  }));

/** The tables of a statement, and the hash of its figures. */
export function StatementTables({ figures, view }: StatementDetail) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {statementTables(figures, view).map((table) => (
        <TableSection key={table.heading} table={table} month={view.month} />
      ))}
      <p className="text-sm text-muted">
        Fingerprint (SHA-256) of the figures, as they were stored when the statement was issued:{' '}
        <span className="wrap-anywhere">{view.hash}</span>
      </p>
    </div>
  );
}

/** Rows that a long table without a total begins with: a busy month has thousands. */
export const FIRST_ROWS = 200;

function TableSection({ table, month }: { table: StatementTable; month: string }) {
  const { heading, isSum = false, hasTotal = false, empty, note } = table;
  const [all, setAll] = useState(false);
  const rows = rowsOf(table);
  const isLong = !hasTotal && rows.length > FIRST_ROWS;
  return (
    <section>
      <h3 className="mb-2 text-lg">{heading}</h3>
      <DataTable
        caption={`${heading} in ${monthName(month)}`}
        columns={columnsOf(table)}
        rows={isLong && !all ? rows.slice(0, FIRST_ROWS) : rows}
        rowKey={({ index }) => index}
        tableFrom={isSum ? 'phone' : undefined}
        hasTotal={hasTotal}
        empty={<p className="text-muted">{empty}</p>}
      />
      {isLong && <ShowAll open={all} count={rows.length} onToggle={() => setAll(!all)} />}
      {note && <p className="mt-2 text-sm text-muted">{note}</p>}
    </section>
  );
}
