import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { AdminArticleRow } from '../learn.contract.ts';
import { categoryLabel } from '../learn.rules.ts';
import { ArticleStatusBadge } from './article-status-badge.tsx';
import { adminListOptions } from './learn-queries.ts';
import { type ArticleChanges, useArticleChanges } from './use-article-changes.ts';

export function AdminLibraryScreen() {
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Education"
        description="The public library’s articles. Only admins see drafts."
        actions={
          <Link to="/admin-education/$id" params={{ id: 'new' }} className={buttonClass()}>
            <Plus size={18} aria-hidden="true" />
            Write an article
          </Link>
        }
      />
      <ArticleList />
    </div>
  );
}

function ArticleList() {
  const list = useQuery(adminListOptions());
  if (list.isPending) return <ListSkeleton />;
  if (!list.data) {
    return (
      <Card>
        <ErrorState
          text={messageOf(list.error)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      </Card>
    );
  }
  if (list.data.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={BookOpen}
          title="The library is empty"
          text="Write the first article. It stays a draft until you publish it."
        />
      </Card>
    );
  }
  return <ArticleTable rows={list.data} />;
}

function ArticleTable({ rows }: { rows: readonly AdminArticleRow[] }) {
  const changes = useArticleChanges();
  const [asked, setAsked] = useState<AdminArticleRow | null>(null);

  async function remove() {
    if (asked && (await changes.remove(asked))) setAsked(null);
  }

  return (
    <Card padded={false} className="overflow-hidden">
      <DataTable
        caption="All articles"
        columns={columnsWith(changes, setAsked)}
        rows={rows}
        rowKey={({ id }) => id}
      />
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => void remove()}
        title={`Delete ${asked?.title}?`}
        description="The draft and its text are deleted for good."
        confirmLabel="Delete draft"
        tone="danger"
        busy={changes.busyId !== null}
        busyText="Deleting"
      />
    </Card>
  );
}

function columnsWith(
  changes: ArticleChanges,
  onRemove: (row: AdminArticleRow) => void,
): DataColumn<AdminArticleRow>[] {
  return [
    { key: 'title', header: 'Title', rowHeader: true, cell: (row) => <TitleCell row={row} /> },
    { key: 'category', header: 'Category', cell: (row) => categoryLabel[row.category] },
    {
      key: 'status',
      header: 'Status',
      mobilePlacement: 'lead',
      cell: (row) => <ArticleStatusBadge status={row.status} />,
    },
    {
      key: 'updated',
      header: 'Changed',
      cell: (row) => <time dateTime={row.updatedAt}>{formatDate(row.updatedAt)}</time>,
    },
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      cell: (row) => <ActionCell row={row} changes={changes} onRemove={onRemove} />,
    },
  ];
}

function TitleCell({ row }: { row: AdminArticleRow }) {
  return (
    <span className="block text-start">
      <Link
        to="/admin-education/$id"
        params={{ id: row.id }}
        className="link-plain inline-flex min-h-6 items-center font-semibold wrap-anywhere"
      >
        {row.title}
      </Link>
      <span className="block text-sm font-normal text-muted wrap-anywhere">/learn/{row.slug}</span>
    </span>
  );
}

interface ActionCellProps {
  row: AdminArticleRow;
  changes: ArticleChanges;
  onRemove: (row: AdminArticleRow) => void;
}

function ActionCell({ row, changes, onRemove }: ActionCellProps) {
  const busy = changes.busyId === row.id;
  const locked = changes.busyId !== null && !busy;
  const named = (verb: string) => ({ 'aria-label': `${verb} ${row.title}`, disabled: locked });
  return (
    <div className="flex w-full flex-wrap justify-end gap-2 sm:w-auto sm:flex-nowrap">
      {row.status === 'published' ? (
        <Button
          size="small"
          variant="secondary"
          {...named('Unpublish')}
          busy={busy}
          onClick={() => void changes.unpublish(row)}
        >
          Unpublish
        </Button>
      ) : (
        <>
          <Button size="small" {...named('Publish')} busy={busy} onClick={() => void changes.publish(row)}>
            Publish
          </Button>
          <Button size="small" variant="secondary" {...named('Delete')} onClick={() => onRemove(row)}>
            Delete
          </Button>
        </>
      )}
    </div>
  );
}

const ROWS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

function ListSkeleton() {
  return (
    <Card padded={false}>
      <SkeletonRegion label="Loading articles" className="divide-y divide-line">
        {ROWS.map((row) => (
          <div key={row} className="flex items-center gap-4 px-4 py-4">
            <Skeleton className="h-6 grow" />
            <Skeleton className="h-9 w-28 shrink-0" />
          </div>
        ))}
      </SkeletonRegion>
    </Card>
  );
}
