import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { plural } from '#kernel/plural.ts';
import { SECOND } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Card } from '#ui/card.tsx';
import { joinClasses } from '#ui/classes.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { WaitingWork as Waiting } from '../back-office.contract.ts';
import { waitingOptions } from './admin-queries.ts';

const REFRESH_MS = 30 * SECOND;

const forYou = [
  { key: 'drift', label: 'Books that do not add up', to: '/admin-books', isAlarm: true },
  { key: 'bankDifferences', label: 'Transfers that differ at the bank', to: '/admin-books', isAlarm: true },
  { key: 'deadJobs', label: 'Failed jobs', to: '/admin-jobs', isAlarm: true },
  { key: 'properties', label: 'Properties to review', to: '/admin-panel', search: { status: 'pending' } },
  { key: 'submissions', label: 'Submissions to review', to: '/admin-review' },
  { key: 'approvals', label: 'Requests for approval', to: '/admin-approvals' },
  { key: 'valuations', label: 'Valuations to review', to: '/admin-valuations' },
  { key: 'identityChecks', label: 'Identity checks', to: '/admin-kyc' },
  { key: 'distributions', label: 'Distributions to approve', to: '/admin-distributions' },
  {
    key: 'withdrawals',
    label: 'Withdrawals on hold',
    to: '/admin-users',
    search: { view: 'withdrawals', state: 'held' },
  },
  { key: 'lenders', label: 'Lenders to pay', to: '/admin-panel', search: { outstanding: 'lender' } },
] as const satisfies readonly WorkKind[];

const forOthers = [
  {
    key: 'ownRequests',
    one: 'request of yours, for another admin to approve',
    label: 'requests of yours, for another admin to approve',
    to: '/admin-approvals',
  },
  {
    key: 'ownWork',
    one: 'of your own, for another admin to decide',
    label: 'of your own, for another admin to decide',
  },
  {
    key: 'ownerAnswers',
    one: 'question on a submission, for its owner to answer',
    label: 'questions on submissions, for owners to answer',
    to: '/admin-review',
  },
  {
    key: 'missingMonths',
    one: 'overdue monthly report from an owner',
    label: 'overdue monthly reports from owners',
    to: '/admin-panel',
    search: { outstanding: 'reports' },
  },
  {
    key: 'ownerCorrections',
    one: 'returned statement, for its owner to correct',
    label: 'returned statements, for owners to correct',
    to: '/admin-distributions',
  },
  {
    key: 'applicants',
    one: 'identity check, for its applicant to add information',
    label: 'identity checks, for applicants to add information',
    to: '/admin-kyc',
    search: { status: 'requires_additional_info' },
  },
] as const satisfies readonly (WorkKind & { one: string })[];

interface WorkKind {
  key: keyof Waiting;
  label: string;
  /** Where it is done; none for work that stands in several places. */
  to?: string;
  search?: object;
  isAlarm?: true;
}

type LinkedWorkKind = Extract<(typeof forYou)[number] | (typeof forOthers)[number], { to: string }>;

const addressOf = (kind: LinkedWorkKind) => ({
  to: kind.to,
  ...('search' in kind && { search: kind.search }),
});

/** Waiting work with links, for the admin who looks and for others. Kinds without work share one line. */
export function WaitingWork() {
  const { data, error, refetch, isFetching } = useQuery({ ...waitingOptions(), refetchInterval: REFRESH_MS });
  if (!data && error) {
    return (
      <Card className="mb-8">
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    );
  }
  if (!data) return <Skeleton className="mb-8 h-40" />;
  const waits = ({ key }: WorkKind) => data[key] > 0;
  const idle = forYou.filter((kind) => !waits(kind));
  return (
    <>
      <section aria-labelledby="waiting" className="mb-6">
        <h2 id="waiting" className="mb-3 text-xl">
          Waiting for you
        </h2>
        <ul className="grid grid-cols-2 gap-2.5 empty:hidden max-sm:*:odd:last:col-span-2 sm:grid-cols-3 lg:grid-cols-5">
          {forYou.filter(waits).map((kind) => (
            <li key={kind.key}>
              <Tile kind={kind} many={data[kind.key]} />
            </li>
          ))}
        </ul>
        <Idle kinds={idle} />
      </section>
      {forOthers.some(waits) && (
        <section aria-labelledby="waiting-for-others" className="mb-8">
          <h2 id="waiting-for-others" className="mb-1 text-xl">
            Waiting for others
          </h2>
          <ul>
            {forOthers.filter(waits).map((kind) => (
              <li key={kind.key}>
                <Line kind={kind} many={data[kind.key]} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Tile({ kind, many }: { kind: (typeof forYou)[number]; many: number }) {
  return (
    <Link
      {...addressOf(kind)}
      className="flex h-full min-h-20 flex-col justify-between gap-1 rounded-box border border-line bg-surface p-3.5 hover:border-primary"
    >
      <span className="text-sm text-muted">{kind.label}</span>
      <span
        className={joinClasses(
          'amount text-2xl leading-none font-semibold',
          'isAlarm' in kind && 'text-negative',
        )}
      >
        {many.toLocaleString('en-US')}
      </span>
    </Link>
  );
}

function Line({ kind, many }: { kind: (typeof forOthers)[number]; many: number }) {
  const className = 'inline-flex min-h-11 items-center py-1.5';
  const content = (
    <span>
      <span className="amount font-semibold">{many.toLocaleString('en-US')}</span>{' '}
      {plural(many, kind.one, kind.label)}
    </span>
  );
  if (!('to' in kind)) return <span className={className}>{content}</span>;
  return (
    <Link {...addressOf(kind)} className={`link-plain ${className}`}>
      {content}
    </Link>
  );
}

function Idle({ kinds }: { kinds: readonly WorkKind[] }) {
  if (kinds.length === 0) return null;
  if (kinds.length === forYou.length) return <p className="text-muted">Nothing right now.</p>;
  return (
    <p className="mt-3 text-sm text-muted">
      None right now: {kinds.map(({ label }) => label.toLowerCase()).join(', ')}.
    </p>
  );
}
