import { lazy, Suspense } from 'react';
import { formatUsd } from '#kernel/money.ts';
import { Card } from '#ui/card.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { PortfolioOverview } from '../portfolio.contract.ts';
import { axisUsd, monthText } from './portfolio-figures.ts';

const LineChart = lazy(() => import('#ui/charts.tsx').then((charts) => ({ default: charts.LineChart })));

const series = [{ key: 'value', name: 'Portfolio value' }];

export function ValueChart({ points }: { points: PortfolioOverview['valueByMonth'] }) {
  const drawn = points.map(({ month, valueCents }) => ({
    label: monthText(month),
    values: { value: valueCents },
  }));
  return (
    <Card className="h-full">
      <Suspense fallback={<ValueChartSkeleton />}>
        <LineChart
          title="Value by month"
          summary="What your shares were worth at the end of each month; the last point is now."
          points={drawn}
          series={series}
          xTitle="Month"
          yTitle="Value in USD"
          formatValue={formatUsd}
          formatTick={axisUsd}
          startAtZero
          height={290}
          emptyText="Your portfolio's value is drawn here from the first month you hold shares."
        />
      </Suspense>
    </Card>
  );
}

export function ValueChartSkeleton() {
  return (
    <SkeletonRegion label="Loading the chart">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="mt-1 mb-3 h-5 w-3/4" />
      <Skeleton className="h-72.5" />
    </SkeletonRegion>
  );
}
