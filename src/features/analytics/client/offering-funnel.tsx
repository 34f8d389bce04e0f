import { useQuery } from '@tanstack/react-query';
import { offeringStateLabel } from '#features/offerings/client/index.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Card } from '#ui/card.tsx';
import { BarChart, ChartSkeleton } from '#ui/charts-on-demand.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { funnelOptions } from './analytics-queries.ts';

const stages = [
  ['submitted', 'Submitted'],
  ['approved', 'Approved'],
  ['sold', 'Shares sold'],
  ['funded', offeringStateLabel.funded],
  ['paidOut', 'Paid out'],
] as const;

/** Number of offerings in each stage. */
export function OfferingFunnel() {
  const { data, error, refetch, isFetching } = useQuery(funnelOptions());
  return (
    <Card className="mt-6">
      {data ? (
        <BarChart
          title="Offerings by stage"
          summary="Every property ever submitted. Each stage counts those that reached it."
          points={stages.map(([key, label]) => ({ label, values: { offerings: data[key] } }))}
          series={[{ key: 'offerings', name: 'Offerings' }]}
          xTitle="Stage"
          yTitle="Offerings"
          formatValue={(many) => many.toLocaleString('en-US')}
          height={260}
        />
      ) : error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <ChartSkeleton height={260} />
      )}
    </Card>
  );
}
