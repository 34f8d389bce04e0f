import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ClipboardCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatBps } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { useUser } from '#platform/browser/session.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { SearchBar } from '#ui/search-bar.tsx';
import { type QueueItem, submissionStatus, wayIn } from '../submissions.contract.ts';
import { statusLabel, wayInLabel } from '../submissions.rules.ts';
import { DecisionButtons, DecisionDialog } from './decision-buttons.tsx';
import { listedFigures } from './listed-figures.ts';
import { openedVersions } from './opened-versions.ts';
import { PromisedDay, ReviewStatus } from './review-badges.tsx';
import { reviewedOptions, reviewQueueOptions } from './review-queries.ts';
import type { ReviewSearch } from './review-search.ts';
import { type DecisionKind, useDecision } from './use-decision.ts';

interface AdminReviewScreenProps {
  search: ReviewSearch;
  onSearch: (search: { [Key in keyof ReviewSearch]: unknown }) => void;
}

const statusOptions = [
  ...submissionStatus.options.map((value) => ({ value: value as string, label: statusLabel[value] })),
  { value: 'late', label: 'Pending and late' },
];
const wayOptions = wayIn.options.map((value) => ({ value, label: wayInLabel[value] }));

/** The submissions that owners sent in, the most urgent first. */
export function AdminReviewScreen({ search, onSearch }: AdminReviewScreenProps) {
  const list = useInfiniteQuery({ ...reviewQueueOptions(search), placeholderData: keepPreviousData });
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const [opened] = useState(openedVersions);
  useEffect(() => opened.note(list.data?.pages.flatMap(({ items }) => items) ?? []));
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Review Properties"
        description="Properties submitted with documents, sorted by the date we promised an answer."
      />
      <SearchBar
        name="Find submissions"
        text={{
          label: 'Search submissions',
          placeholder: 'Name, address or email',
          value: search.q,
          onSearch: (q) => onSearch({ ...search, q }),
        }}
        choice={{
          label: 'Status',
          options: statusOptions,
          value: search.late ? 'late' : (search.status ?? 'pending'),
          onSelect: (status) => onSearch({ ...search, status, late: status === 'late' ? true : undefined }),
        }}
        more={[
          {
            label: 'Source',
            all: 'All sources',
            options: wayOptions,
            value: search.wayIn ?? '',
            onSelect: (wayIn) => onSearch({ ...search, wayIn }),
          },
        ]}
      />
      <PagedList
        list={list}
        loadingLabel="Loading submissions"
        errorText={messageOf(list.error)}
        empty={<NothingWaits search={search} onClear={() => onSearch({})} />}
      >
        {(rows) => (
          <DataTable
            caption="Submissions"
            columns={columnsWith(setAsked)}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
      </PagedList>
      {asked && (
        <AskedDecision
          asked={asked}
          openedVersion={opened.of(asked.row)}
          onRefreshed={() => opened.clear(asked.row.id)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

/** The row whose dialog is open, as it was when it opened: another admin's decision may remove it from the list. */
interface OpenDialog {
  about: DecisionKind;
  row: QueueItem;
}

function AskedDecision({
  asked: { about, row },
  openedVersion,
  onRefreshed,
  onClose,
}: {
  asked: OpenDialog;
  openedVersion: number;
  onRefreshed: () => void;
  onClose: () => void;
}) {
  const decision = useDecision(row, { openedVersion, onRefreshed });
  const { data, error, isFetching } = useQuery({
    ...reviewedOptions(row.id),
    staleTime: 0,
    enabled: about === 'approve',
  });
  const shown = data?.version === row.version ? data : undefined;
  return (
    <DecisionDialog
      about={about}
      submission={row}
      decision={decision}
      figures={shown && listedFigures(shown, new Date())}
      isLoading={!shown && isFetching}
      loadError={shown || !error ? undefined : messageOf(error)}
      onClose={onClose}
    />
  );
}

const columnsWith = (onAsk: (asked: OpenDialog) => void): DataColumn<QueueItem>[] => [
  { key: 'name', header: 'Property', rowHeader: true, cell: (row) => <Property row={row} /> },
  {
    key: 'owner',
    header: 'Owner',
    cell: (row) => <span className="block wrap-anywhere lg:min-w-28">{row.ownerName}</span>,
  },
  {
    key: 'value',
    header: 'Estimated valuation',
    amount: true,
    cell: (row) => (
      <span>
        <Money cents={row.valuationCents} />
        <span className="block text-sm text-muted">{formatBps(row.equityOfferedBps)} offered</span>
      </span>
    ),
  },
  {
    key: 'answer',
    header: 'Due',
    cell: (row) => (row.status === 'pending' ? <PromisedDay {...row} /> : <Decided row={row} />),
  },
  { key: 'status', header: 'Status', cell: (row) => <ReviewStatus status={row.status} /> },
  {
    key: 'actions',
    header: 'Actions',
    headerHidden: true,
    align: 'end',
    cell: (row) => <Actions row={row} onAsk={onAsk} />,
  },
];

function Decided({ row: { decidedAt } }: { row: QueueItem }) {
  if (!decidedAt) return null;
  return (
    <>
      Decided on <time dateTime={decidedAt}>{formatDate(decidedAt)}</time>
    </>
  );
}

function Property({ row }: { row: QueueItem }) {
  return (
    <span className="block text-start wrap-anywhere">
      {row.name}
      <span className="block text-sm font-normal text-muted">{row.address}</span>
      <span className="mt-1 flex flex-wrap gap-1.5">
        <Badge>{wayInLabel[row.wayIn]}</Badge>
        {row.isCorrection && <Badge>Started again</Badge>}
      </span>
    </span>
  );
}

function Actions({ row, onAsk }: { row: QueueItem; onAsk: (asked: OpenDialog) => void }) {
  const isOwn = useUser().user?.email === row.ownerEmail;
  return (
    <span className="flex items-center gap-2 max-sm:flex-wrap sm:justify-end">
      <Link
        to="/admin-review/$id"
        params={{ id: row.id }}
        aria-label={`${row.status === 'pending' ? 'Review' : 'Open'} ${row.name}`}
        className={buttonClass({
          variant: row.status === 'pending' ? 'primary' : 'secondary',
          size: 'small',
          className: 'min-h-10',
        })}
      >
        {row.status === 'pending' ? 'Review' : 'Open'}
      </Link>
      {row.status === 'pending' && !isOwn && (
        <DecisionButtons name={row.name} small onAsk={(about) => onAsk({ about, row })} />
      )}
    </span>
  );
}

function NothingWaits({ search, onClear }: { search: ReviewSearch; onClear: () => void }) {
  const isFiltered = Boolean(search.q || search.wayIn || search.late);
  return (
    <EmptyState
      icon={ClipboardCheck}
      title={isFiltered ? 'Nothing matches your search' : 'No submissions here'}
      text={
        isFiltered
          ? 'Search for another name, address or email, or choose other filters.'
          : 'Submissions appear here as soon as owners send them.'
      }
      action={isFiltered && <Button onClick={onClear}>Clear search</Button>}
    />
  );
}
