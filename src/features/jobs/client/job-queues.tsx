import { Link } from '@tanstack/react-router';
import { Workflow } from 'lucide-react';
import { formatMoment, timeAgo } from '#platform/browser/moment.ts';
import { Card } from '#ui/card.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { JobQueue } from '../jobs.contract.ts';

const number = (value: number) => value.toLocaleString('en-US');

const columns: readonly DataColumn<JobQueue>[] = [
  {
    key: 'kind',
    header: 'Kind',
    rowHeader: true,
    cell: ({ kind, lastError }) => (
      <div className="wrap-anywhere">
        <Link to="/admin-jobs" search={{ kind }} hash="failures" className="link-plain">
          {kind}
        </Link>
        {lastError && <p className="text-sm font-normal text-muted">Last error: {lastError}</p>}
      </div>
    ),
  },
  { key: 'due', header: 'Waiting', amount: true, cell: ({ due }) => number(due) },
  { key: 'later', header: 'Due later', amount: true, cell: ({ later }) => number(later) },
  { key: 'running', header: 'Running', amount: true, cell: ({ running }) => number(running) },
  {
    key: 'dead',
    header: 'Failed',
    amount: true,
    cell: ({ dead }) => (
      <span className={dead > 0 ? 'font-semibold text-negative' : undefined}>{number(dead)}</span>
    ),
  },
  {
    key: 'oldest',
    header: 'Oldest waiting since',
    cell: ({ oldestDue }) => (oldestDue ? timeAgo(oldestDue) : <span className="text-muted">–</span>),
  },
];

/** Number of waiting, running and dead jobs, by kind. */
export function JobQueues({ queues, at }: { queues: readonly JobQueue[]; at: string }) {
  return (
    <Card padded={false} title="Queues" description={`As of ${formatMoment(at)}.`}>
      <DataTable
        caption="Jobs by kind"
        columns={columns}
        rows={queues}
        rowKey={({ kind }) => kind}
        empty={<EmptyState icon={Workflow} level={3} title="Nothing waiting" text="Every due job is done." />}
      />
    </Card>
  );
}
