import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#kernel/plural.ts';
import { SECOND } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { formatMoment } from '#platform/browser/moment.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import type { Job, JobState } from '../jobs.contract.ts';
import { JobDialog } from './job-dialog.tsx';
import { JobQueues } from './job-queues.tsx';
import { listOptions, queuesOptions } from './jobs-queries.ts';
import type { JobsProps, JobsSearch } from './jobs-search.ts';

const REFRESH_MS = 5 * SECOND;

/** Background jobs: the queues, the failures, and the ways to handle them. */
export function JobsScreen({ search, onSearch }: JobsProps) {
  const { data, error, refetch, isFetching } = useQuery({ ...queuesOptions(), refetchInterval: REFRESH_MS });
  const tab = (state: JobState, title: string) => ({
    id: state,
    title,
    content: <JobList search={{ ...search, ...stateOf(state) }} onSearch={onSearch} />,
  });
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Jobs"
        description="Background work such as emails, bank transfers and payouts. Refreshes every five seconds."
      />
      {error && !data ? (
        <Card>
          <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
        </Card>
      ) : data ? (
        <JobQueues queues={data.queues} at={data.at} />
      ) : (
        <Skeleton className="h-64" />
      )}
      <section aria-labelledby="failures" className="mt-8">
        <h2 id="failures" className="mb-4 text-xl">
          Failures
        </h2>
        {search.kind && (
          <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">
            Showing only {search.kind} jobs.
            <Button variant="quiet" size="small" onClick={() => onSearch(stateOf(search.state ?? 'dead'))}>
              Show all kinds
            </Button>
          </p>
        )}
        <Tabs
          label="Failures"
          selected={search.state ?? 'dead'}
          onSelect={(id) =>
            onSearch({ ...(search.kind && { kind: search.kind }), ...stateOf(id as JobState) })
          }
          tabs={[tab('dead', 'Failed'), tab('failing', 'Retrying'), tab('setAside', 'Dismissed')]}
        />
      </section>
    </div>
  );
}

const stateOf = (state: JobState): Pick<JobsSearch, 'state'> => (state === 'dead' ? {} : { state });

const emptyTexts: Record<JobState, { title: string; text: string }> = {
  dead: { title: 'No failed jobs', text: 'A job that fails five times appears here.' },
  failing: { title: 'No jobs to retry', text: 'A job that fails is retried after a pause.' },
  setAside: { title: 'No jobs dismissed', text: 'Jobs that an admin decided not to run appear here.' },
};

function JobList({ search }: JobsProps) {
  const list = useInfiniteQuery({
    ...listOptions(search),
    placeholderData: keepPreviousData,
    // Every page that is shown would be loaded again.
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : REFRESH_MS),
  });
  const [asked, setAsked] = useState<{ job: Job; decision: 'retry' | 'dismiss' } | null>(null);
  return (
    <>
      <PagedList
        list={list}
        loadingLabel="Loading jobs"
        errorText={messageOf(list.error)}
        empty={<EmptyState icon={CircleCheck} level={3} {...emptyTexts[search.state ?? 'dead']} />}
      >
        {(jobs) => (
          <ul className="divide-y divide-line px-4 sm:px-6">
            {jobs.map((job) => (
              <JobLine key={job.id} job={job} onAsk={(decision) => setAsked({ job, decision })} />
            ))}
          </ul>
        )}
      </PagedList>
      {asked && <JobDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

const momentText: Record<JobState, string> = {
  dead: 'failed on',
  failing: 'next try on',
  setAside: 'dismissed on',
};

function JobLine({ job, onAsk }: { job: Job; onAsk: (decision: 'retry' | 'dismiss') => void }) {
  const { id, kind, state, attempts, createdAt, at, lastError, setAsideReason } = job;
  const about = <span className="sr-only">: {kind}</span>;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">{kind}</p>
        <p className="mt-0.5 text-sm text-muted">
          Queued on {formatMoment(createdAt)} · {counted(attempts, 'attempt')} · {momentText[state]}{' '}
          {formatMoment(at)}
        </p>
        {lastError && <p className="mt-1 text-sm wrap-anywhere">Error: {lastError}</p>}
        {setAsideReason && <p className="mt-1 text-sm wrap-anywhere">Dismissed because: {setAsideReason}</p>}
        <p className="text-xs text-muted wrap-anywhere">{id}</p>
      </div>
      {state !== 'failing' && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="small" className="min-h-10" onClick={() => onAsk('retry')}>
            Try again{about}
          </Button>
          {state === 'dead' && (
            <Button variant="secondary" size="small" className="min-h-10" onClick={() => onAsk('dismiss')}>
              Dismiss{about}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
