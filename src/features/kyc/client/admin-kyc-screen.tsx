import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ClipboardCheck } from 'lucide-react';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { SearchBar } from '#ui/search-bar.tsx';
import type { QueueItem } from '../kyc.contract.ts';
import { queueOptions } from './kyc-queries.ts';
import type { QueueSearch } from './kyc-search.ts';
import { KycStatusBadge } from './kyc-status-badge.tsx';

interface AdminKycScreenProps {
  search: QueueSearch;
  onSearch: (search: { [Key in keyof QueueSearch]: unknown }) => void;
}

const statusOptions = [
  { value: 'under_review', label: 'Waiting for review' },
  { value: 'requires_additional_info', label: 'More information needed' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
];

export function AdminKycScreen({ search, onSearch }: AdminKycScreenProps) {
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Identity checks"
        description="Submitted applications, longest wait first. We promise an answer within 1 to 3 business days."
      />
      <SearchBar
        name="Find applications"
        text={{
          label: 'Search applicants',
          placeholder: 'Name or email',
          value: search.q,
          onSearch: (q) => onSearch({ ...search, q }),
        }}
        choice={{
          label: 'Status',
          options: statusOptions,
          value: search.status ?? 'under_review',
          onSelect: (status) =>
            onSearch({ ...search, status: status === 'under_review' ? undefined : status }),
        }}
      />
      <Queue search={search} onClear={() => onSearch({ status: search.status })} />
    </div>
  );
}

function Queue({ search, onClear }: { search: QueueSearch; onClear: () => void }) {
  const list = useInfiniteQuery({ ...queueOptions(search), placeholderData: keepPreviousData });
  return (
    <PagedList
      list={list}
      loadingLabel="Loading applications"
      errorText={messageOf(list.error)}
      empty={<NobodyWaits search={search} onClear={onClear} />}
    >
      {(rows) => (
        <DataTable
          caption="Applications"
          columns={columns}
          rows={rows}
          rowKey={({ applicantId }) => applicantId}
        />
      )}
    </PagedList>
  );
}

const columns: DataColumn<QueueItem>[] = [
  { key: 'name', header: 'Applicant', rowHeader: true, cell: (row) => <Applicant row={row} /> },
  {
    key: 'submitted',
    header: 'Submitted',
    cell: (row) => <time dateTime={row.submittedAt}>{formatDate(row.submittedAt)}</time>,
  },
  { key: 'status', header: 'Status', cell: (row) => <KycStatusBadge status={row.status} /> },
  {
    key: 'actions',
    header: 'Actions',
    headerHidden: true,
    align: 'end',
    cell: (row) => (
      <Link
        to="/admin-kyc/$id"
        params={{ id: row.applicantId }}
        aria-label={`${row.status === 'under_review' ? 'Review' : 'Open'} ${row.name}`}
        className={buttonClass({ variant: 'secondary' })}
      >
        {row.status === 'under_review' ? 'Review' : 'Open'}
      </Link>
    ),
  },
];

function Applicant({ row }: { row: QueueItem }) {
  return (
    <span className="block text-start wrap-anywhere">
      {row.name}
      <span className="block text-sm font-normal text-muted">{row.email}</span>
    </span>
  );
}

function NobodyWaits({ search, onClear }: { search: QueueSearch; onClear: () => void }) {
  const waiting = search.status === undefined;
  return (
    <EmptyState
      icon={ClipboardCheck}
      title={
        search.q
          ? 'No applications match your search'
          : waiting
            ? 'No applications waiting'
            : 'No applications'
      }
      text={
        search.q
          ? 'Search for another name or email, or choose another status.'
          : waiting
            ? 'New applications appear here as soon as they are submitted.'
            : 'No application has this status.'
      }
      action={search.q && <Button onClick={onClear}>Clear search</Button>}
    />
  );
}
