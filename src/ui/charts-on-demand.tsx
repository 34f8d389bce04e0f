import { type ChartProps, DEFAULT_HEIGHT_PX } from '#ui/charts/chart.types.ts';
import { partOnDemand } from '#ui/on-demand.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';

/** Placeholder of a chart, of its size. */
export function ChartSkeleton({ height = DEFAULT_HEIGHT_PX }: Partial<Pick<ChartProps, 'height'>>) {
  return (
    <SkeletonRegion label="Loading the chart">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="mt-1 mb-3 h-5 w-3/4" />
      {/* Rendered on the server too, where the content security policy leaves no height in a style attribute. */}
      <svg height={height} className="block w-full animate-pulse rounded-field bg-line" aria-hidden="true" />
    </SkeletonRegion>
  );
}

export const LineChart = partOnDemand(
  async () => (await import('./charts/index.ts')).LineChart,
  ChartSkeleton,
);

export const BarChart = partOnDemand(async () => (await import('./charts/index.ts')).BarChart, ChartSkeleton);
