import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Download, ScrollText } from 'lucide-react';
import { saveCsv } from '#platform/browser/download.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { showToast } from '#ui/toast.ts';
import { AuditFilters } from './audit-filters.tsx';
import { logOptions } from './audit-queries.ts';
import { AuditRows } from './audit-rows.tsx';
import type { AuditProps } from './audit-search.ts';
import { ChainCheck } from './chain-check.tsx';

/** Everything that was changed: who, what, when. */
export function AuditScreen({ search, onSearch }: AuditProps) {
  const list = useInfiniteQuery({ ...logOptions(search), placeholderData: keepPreviousData });
  const file = useCommand(trpc.audit.exportLog.mutationOptions(), {
    onDone(found) {
      saveCsv(found);
      const lines = found.rows.toLocaleString('en-US');
      showToast({
        title: 'Export Successful',
        description: `${lines} ${found.rows === 1 ? 'line' : 'lines'} exported.`,
      });
    },
  });
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Audit Log"
        description="Every change, by whom and when, the latest first. Rows are never edited or deleted."
        actions={
          <Button
            variant="secondary"
            busy={file.busy}
            busyText="Exporting"
            onClick={() => void file.run(search)}
          >
            <Download size={18} aria-hidden="true" />
            Export CSV
          </Button>
        }
      />
      {file.errorText && (
        <Alert tone="danger" className="mb-5">
          {file.errorText}
        </Alert>
      )}
      <ChainCheck />
      <AuditFilters key={JSON.stringify(search)} search={search} onSearch={onSearch} />
      <PagedList
        list={list}
        loadingLabel="Loading the audit log"
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
