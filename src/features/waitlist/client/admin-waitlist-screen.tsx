import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { RefreshCw, Trash2, Users } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { DownloadButton } from '#ui/download-button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { showToast } from '#ui/toast.ts';
import type { WaitlistEntry } from '../waitlist.contract.ts';
import { entriesOptions, statsOptions } from './entries-queries.ts';
import type { EntriesSearch } from './entries-search.ts';
import { EntriesStats } from './entries-stats.tsx';
import { useEntriesExport } from './use-entries-export.ts';
import { entriesText, useEntryChanges } from './use-entry-changes.ts';

interface AdminWaitlistScreenProps {
  search: EntriesSearch;
  onSearch: (search: EntriesSearch) => void;
}

const LOAD_FAILED = { title: 'Error Loading Data', description: 'Failed to load waitlist entries.' };

export function AdminWaitlistScreen({ search, onSearch }: AdminWaitlistScreenProps) {
  const stats = useQuery(statsOptions());
  const list = useInfiniteQuery({ ...entriesOptions(search), placeholderData: keepPreviousData });
  const failures = list.isFetchNextPageError ? 0 : list.errorUpdateCount;
  useEffect(() => {
    if (failures > 0) showToast({ ...LOAD_FAILED, variant: 'destructive' });
  }, [failures]);
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Waitlist Management"
        description="Everyone who asked to hear from us, newest first."
        actions={
          <Actions
            search={search}
            total={stats.data?.total ?? 0}
            refreshing={stats.isFetching}
            onRefresh={() => void Promise.all([stats.refetch(), list.refetch()])}
          />
        }
      />
      <EntriesStats stats={stats.data} failed={stats.isError} />
      <search aria-label="Find entries" className="mb-5 flex">
        <SearchField
          label="Search the waitlist"
          placeholder="Email or name"
          value={search.q ?? ''}
          onSearch={(q) => onSearch({ q })}
          className="grow"
        />
      </search>
      <PagedList
        list={list}
        loadingLabel="Loading the waitlist"
        errorTitle={LOAD_FAILED.title}
        errorText={list.data ? messageOf(list.error) : LOAD_FAILED.description}
        empty={<Nobody searched={search.q !== undefined} onClear={() => onSearch({})} />}
      >
        {(rows) => <Entries rows={rows} />}
      </PagedList>
    </div>
  );
}

interface ActionsProps {
  search: EntriesSearch;
  total: number;
  refreshing: boolean;
  onRefresh: () => void;
}

function Actions({ search, total, refreshing, onRefresh }: ActionsProps) {
  const file = useEntriesExport(search);
  const { busy, clear } = useEntryChanges();
  const [asked, setAsked] = useState(false);

  async function clearAll() {
    if ((await clear()) !== null) setAsked(false);
  }

  return (
    <>
      <Button variant="secondary" busy={refreshing} onClick={onRefresh}>
        <RefreshCw size={18} aria-hidden="true" />
        Refresh Data
      </Button>
      <DownloadButton disabled={total === 0} busy={file.busy} onClick={() => void file.run()}>
        Export to CSV
      </DownloadButton>
      <Button variant="secondary" disabled={total === 0} onClick={() => setAsked(true)}>
        <Trash2 size={18} aria-hidden="true" />
        Clear All
      </Button>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        onConfirm={() => void clearAll()}
        title="Clear the waitlist?"
        description="Are you sure you want to delete all waitlist entries? This action cannot be undone."
        confirmLabel={`Delete ${entriesText(total)}`}
        tone="danger"
        busy={busy}
        busyText="Deleting"
      />
    </>
  );
}

function Entries({ rows }: { rows: readonly WaitlistEntry[] }) {
  const { busy, remove } = useEntryChanges();
  const [asked, setAsked] = useState<WaitlistEntry | null>(null);

  async function removeAsked() {
    if (asked && (await remove(asked))) setAsked(null);
  }

  return (
    <>
      <DataTable
        caption="Waitlist entries"
        columns={columnsWith(setAsked)}
        rows={rows}
        rowKey={({ id }) => id}
      />
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => void removeAsked()}
        title="Delete this entry?"
        description={`${asked?.email} will not hear from us, and can join again.`}
        confirmLabel="Delete entry"
        tone="danger"
        busy={busy}
        busyText="Deleting"
      />
    </>
  );
}

const columnsWith = (onRemove: (entry: WaitlistEntry) => void): DataColumn<WaitlistEntry>[] => [
  {
    key: 'email',
    header: 'Email',
    rowHeader: true,
    cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
  },
  {
    key: 'name',
    header: 'Name',
    mobilePlacement: 'underName',
    cell: ({ name }): ReactNode =>
      name === null ? <Badge>No name provided</Badge> : <span className="wrap-anywhere">{name}</span>,
  },
  {
    key: 'joined',
    header: 'Date Joined',
    mobilePlacement: 'underName',
    cell: ({ timestamp }) => <time dateTime={timestamp}>{formatDate(timestamp)}</time>,
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    mobilePlacement: 'lead',
    cell: (entry) => (
      <Button variant="quiet" square aria-label={`Delete ${entry.email}`} onClick={() => onRemove(entry)}>
        <Trash2 size={18} aria-hidden="true" />
      </Button>
    ),
  },
];

function Nobody({ searched, onClear }: { searched: boolean; onClear: () => void }) {
  if (!searched) {
    return (
      <EmptyState
        icon={Users}
        title="No signups yet"
        text="Waitlist entries will appear here when users sign up."
      />
    );
  }
  return (
    <EmptyState
      icon={Users}
      title="No signups match your search"
      text="Search for another email or name."
      action={<Button onClick={onClear}>Clear search</Button>}
    />
  );
}
