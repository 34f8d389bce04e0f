import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SECOND } from '#kernel/time.ts';
import { joinClasses } from '#ui/classes.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import type { WaitingWork as Waiting } from '../back-office.contract.ts';
import { waitingOptions } from './admin-queries.ts';

const REFRESH_MS = 30 * SECOND;

const kinds = [
  { key: 'properties', label: 'Properties to review', to: '/admin-panel', search: { status: 'pending' } },
  { key: 'submissions', label: 'Submissions to review', to: '/admin-review' },
  { key: 'approvals', label: 'Requests for approval', to: '/admin-approvals' },
  { key: 'valuations', label: 'Valuations to decide', to: '/admin-valuations' },
  { key: 'identityChecks', label: 'Identity checks', to: '/admin-kyc' },
  { key: 'distributions', label: 'Distributions to approve', to: '/admin-distributions' },
  {
    key: 'withdrawals',
    label: 'Withdrawals on hold',
    to: '/admin-users',
    search: { view: 'withdrawals', state: 'held' },
  },
  { key: 'deadJobs', label: 'Jobs given up', to: '/admin-jobs', isAlarm: true },
  { key: 'drift', label: 'Invariants with drift', to: '/admin-books', isAlarm: true },
] as const satisfies readonly {
  key: keyof Waiting;
  label: string;
  to: string;
  search?: object;
  isAlarm?: true;
}[];

/** How much of each kind of work waits for an admin, with the way there. */
export function WaitingWork() {
  const { data } = useQuery({ ...waitingOptions(), refetchInterval: REFRESH_MS });
  if (!data) return <Skeleton className="mb-8 h-40" />;
  return (
    <section aria-labelledby="waiting" className="mb-8">
      <h2 id="waiting" className="mb-3 text-xl">
        Waiting for you
      </h2>
      <ul className="grid grid-cols-2 gap-2.5 sm:grid-cols-3 lg:grid-cols-5">
        {kinds.map((kind) => (
          <li key={kind.key}>
            <Link
              to={kind.to}
              {...('search' in kind && { search: kind.search })}
              className="flex h-full min-h-20 flex-col justify-between gap-1 rounded-box border border-line bg-surface p-3.5 hover:border-primary"
            >
              <span className="text-sm text-muted">{kind.label}</span>
              <span
                className={joinClasses(
                  'amount text-2xl leading-none font-semibold',
                  data[kind.key] === 0 && 'text-muted',
                  'isAlarm' in kind && data[kind.key] > 0 && 'text-negative',
                )}
              >
                {data[kind.key].toLocaleString('en-US')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
