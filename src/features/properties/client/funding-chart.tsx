import { useQuery } from '@tanstack/react-query';
import { formatUsd, formatUsdShort } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { ChartSkeleton, LineChart } from '#ui/charts-on-demand.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Money } from '#ui/money.tsx';
import type { PropertyDetail } from '../properties.contract.ts';

interface FundingChartProps {
  property: Pick<PropertyDetail, 'id' | 'equitySoldCents' | 'equityOfferedCents'> & {
    offering: Pick<PropertyDetail['offering'], 'minimumShares' | 'targetCents'>;
  };
}

/** Money raised by an offering, day by day, against its minimum. */
export function FundingChart({ property }: FundingChartProps) {
  const { id, offering, equitySoldCents, equityOfferedCents } = property;
  const { data, error, refetch, isFetching } = useQuery(
    trpc.properties.funding.queryOptions({ propertyId: id }),
  );
  if (!data) {
    if (!error) return <ChartSkeleton />;
    return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <LineChart
      title="Funding"
      summary={
        <>
          <Money cents={equitySoldCents} /> raised of <Money cents={equityOfferedCents} /> offered. Refunds
          are subtracted on the day they were made.
        </>
      }
      points={data.map(({ date, raisedCents }) => ({
        label: formatDate(`${date}T00:00:00Z`),
        at: Date.parse(date),
        values: { raised: raisedCents },
      }))}
      series={[{ key: 'raised', name: 'Raised' }]}
      marks={
        offering.minimumShares > 0
          ? [{ value: offering.targetCents, label: `Minimum ${formatUsd(offering.targetCents)}` }]
          : []
      }
      stepped
      startAtZero
      xTitle="Date"
      yTitle="USD"
      formatValue={formatUsd}
      formatTick={formatUsdShort}
    />
  );
}
