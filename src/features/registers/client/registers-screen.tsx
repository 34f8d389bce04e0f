import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookUser } from 'lucide-react';
import { showFailure } from '#features/identity/client/index.ts';
import { counted } from '#kernel/plural.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { formatMoment, timeLeft } from '#platform/browser/moment.ts';
import { trpcClient } from '#platform/browser/trpc.ts';
import { useCsvDownload } from '#platform/browser/use-csv-download.ts';
import { buttonClass } from '#ui/button.tsx';
import { DownloadLine } from '#ui/download-line.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { showToast } from '#ui/toast.ts';
import type { RegisterRelease } from '../registers.contract.ts';
import { releasesOptions } from './registers-queries.ts';

/** Registers of holders that were released for download. */
export function RegistersScreen() {
  const list = useInfiniteQuery(releasesOptions());
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Registers"
        description="A property’s shareholders with their legal names, as of the time of release. Request one in the admin panel; each download is in the audit log."
      />
      <PagedList
        list={list}
        loadingLabel="Loading registers"
        errorText={messageOf(list.error)}
        empty={
          <EmptyState
            icon={BookUser}
            title="No registers released yet"
            text="Choose “Export register” on a property in the admin panel."
            action={
              <Link to="/admin-panel" className={buttonClass({ variant: 'secondary' })}>
                Open the admin panel
              </Link>
            }
          />
        }
      >
        {(releases) => (
          <ul className="divide-y divide-line px-4 sm:px-6">
            {releases.map((release) => (
              <ReleaseLine key={release.id} release={release} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}

function ReleaseLine({ release }: { release: RegisterRelease }) {
  const { id, property, recordAt, purpose, releasedBy, expiresAt } = release;
  const isExpired = Date.parse(expiresAt) <= Date.now();
  const download = useCsvDownload(() => trpcClient.registers.downloadRegister.mutate({ id }), {
    onDone: (file) =>
      showToast({
        title: 'Export Successful',
        description: `${counted(file.rows, 'shareholder')} exported.`,
      }),
    onFailed: (error) => showFailure(error, 'Export failed'),
  });
  return (
    <DownloadLine
      title={property.name}
      facts={`As of ${formatMoment(recordAt)} · released by ${releasedBy} · ${isExpired ? 'no longer available' : timeLeft(expiresAt)}`}
      note={`For: ${purpose}`}
      isExpired={isExpired}
      busy={download.busy}
      onDownload={() => void download.run()}
    />
  );
}
