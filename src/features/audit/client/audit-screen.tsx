import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { counted } from '#kernel/plural.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { logOptions } from './audit-queries.ts';
import { AuditRows } from './audit-rows.tsx';
import type { AuditProps } from './audit-search.ts';
import { ChainCheck } from './chain-check.tsx';
import { ExportButton } from './export-button.tsx';

/** Everything that was changed: who, what, when. */
export function AuditScreen({ search, onSearch }: AuditProps) {
  const list = useInfiniteQuery({ ...logOptions(search), placeholderData: keepPreviousData });
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Audit log"
        description="Every change, who made it and when, newest first. Rows are never edited or deleted."
        actions={<ExportButton search={search} />}
      />
      <ChainCheck />
      <AuditFilters search={search} onSearch={onSearch} />
      <p role="status" className="sr-only">
        {list.data && !list.isPlaceholderData && foundText(list.data.pages, list.hasNextPage)}
      </p>
      <PagedList
        list={list}
        loadingLabel="Loading the audit log"
        room={{ rows: 20, height: 'h-19' }}
        errorText={messageOf(list.error)}
        empty={
          <EmptyState
            icon={ScrollText}
            title="Nothing found"
            text="No change matches these filters."
            action={
              <Button variant="secondary" onClick={() => onSearch({})}>
                Clear filters
              </Button>
            }
          />
        }
      >
        {(rows) => <AuditRows rows={rows} />}
      </PagedList>
    </div>
  );
}

function foundText(pages: readonly { items: readonly unknown[] }[], hasMore: boolean): string {
  const many = pages.reduce((sum, { items }) => sum + items.length, 0);
  if (many === 0) return 'No change found.';
  return `${counted(many, 'change')} shown${hasMore ? '; more below' : ''}.`;
}
