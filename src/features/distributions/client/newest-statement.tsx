import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { quarterName } from '#kernel/months.ts';
import { counted } from '#kernel/plural.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Card } from '#ui/card.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Money } from '#ui/money.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Waterfall } from '#ui/waterfall.tsx';
import type { DistributionRow } from '../distributions.contract.ts';
import { rentSteps } from '../distributions.rules.ts';
import { statementOptions } from './distribution-queries.ts';

/** Use of the newest quarter's rent; nothing before there is a statement. */
export function NewestStatement({ rows }: { rows: readonly DistributionRow[] }) {
  const newest = rows[0];
  const {
    data: statement,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...statementOptions(newest?.id ?? ''),
    enabled: newest !== undefined,
  });
  if (!newest) return null;
  if (!statement) {
    if (!error) return <Skeleton className="h-96 rounded-box" />;
    return (
      <Card title="Where the rent went">
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    );
  }
  const { viewer, quarter, netCents } = statement;
  return (
    <Card
      title="Where the rent went"
      description={`From the rent of ${quarterName(quarter)} to shareholders.`}
      actions={
        <Link
          to="/statement/$id"
          params={{ id: newest.id }}
          className="link-plain inline-flex min-h-11 items-center"
        >
          Open the statement
        </Link>
      }
    >
      <Waterfall label="From the rent to shareholders" steps={rentSteps(statement)} />
      {viewer && netCents > 0 && (
        <p className="mt-4 border-t border-line pt-4">
          <Money exact cents={viewer.amountCents} className="font-semibold" /> went to you, for the{' '}
          {counted(viewer.shares, 'share')} you held on the record date.
        </p>
      )}
    </Card>
  );
}
