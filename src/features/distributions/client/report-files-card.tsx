import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, ReceiptText } from 'lucide-react';
import { monthName, quarterName } from '#kernel/months.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import type { ReportFile } from '../distributions.contract.ts';
import { reportFilesOptions } from './distribution-queries.ts';

const nameOf = ({ kind, period }: ReportFile) =>
  kind === 'statement' ? `Statement for ${quarterName(period)}` : `Monthly report, ${monthName(period)}`;

const columnsOf = (propertyId: number): readonly DataColumn<ReportFile>[] => [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: (reportFile) => nameOf(reportFile),
  },
  { key: 'type', header: 'Type', mobilePlacement: 'underName', cell: () => 'PDF' },
  {
    key: 'at',
    header: 'Date',
    mobilePlacement: 'underName',
    cell: ({ at }) => <time dateTime={at}>{formatDate(at)}</time>,
  },
  {
    key: 'download',
    header: 'Download',
    headerHidden: true,
    align: 'end',
    mobilePlacement: 'lead',
    cell: (reportFile) => (
      <a
        href={
          reportFile.kind === 'statement'
            ? `/api/statements/${reportFile.id}`
            : `/api/properties/${propertyId}/reports/${reportFile.id}`
        }
        download
        aria-label={`Download ${nameOf(reportFile)}`}
        className={buttonClass({ variant: 'secondary', size: 'small' })}
      >
        <Download size={16} aria-hidden="true" />
        <span className="max-sm:sr-only">Download</span>
      </a>
    ),
  },
];

/** A property's approved statements and its owner's monthly reports, as PDFs. */
export function ReportFilesCard({ propertyId }: { propertyId: number }) {
  const list = useInfiniteQuery(reportFilesOptions(propertyId));
  return (
    <Card
      title="Statements and monthly reports"
      description="Created from the ledger when you download them."
      padded={false}
    >
      <PagedList
        list={list}
        place="in a card"
        loadingLabel="Loading the statements and reports"
        room={{ rows: 16, height: 'h-15' }}
        errorText={messageOf(list.error)}
        empty={
          <EmptyState
            icon={ReceiptText}
            level={3}
            title="Nothing reported yet"
            text="The owner’s monthly reports and each quarter’s statement appear here."
          />
        }
      >
        {(reportFiles) => (
          <DataTable
            caption="Statements and monthly reports, newest first"
            columns={columnsOf(propertyId)}
            rows={reportFiles}
            rowKey={({ kind, period }) => `${kind} ${period}`}
          />
        )}
      </PagedList>
    </Card>
  );
}
