import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatUsd, formatUsdExact, formatUsdShort } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { ChartSkeleton, LineChart } from '#ui/charts-on-demand.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Segments } from '#ui/segments.tsx';
import type { ValuePoints } from '../portfolio.contract.ts';

const series = [
  { key: 'value', name: 'Value' },
  { key: 'putIn', name: 'Money put in' },
] as const;

const ranges = [
  { value: '1m', label: '1M' },
  { value: '6m', label: '6M' },
  { value: '1y', label: '1Y' },
  { value: 'all', label: 'All' },
] as const;

type Range = (typeof ranges)[number]['value'];

const HEIGHT_PX = 300;

/** Value of the shares beside the money put in; nothing for a portfolio that never held any. */
export function ValueChart() {
  const [range, setRange] = useState<Range>('1y');
  const { data, error, refetch, isFetching } = useQuery({
    ...trpc.portfolio.history.queryOptions({ range }),
    placeholderData: keepPreviousData,
  });
  if (!data) {
    if (!error) return <ChartSkeleton height={HEIGHT_PX} />;
    return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  const [first, last] = [data[0], data.at(-1)];
  if (!first || !last) return null;
  if (formatDate(first.at) === formatDate(last.at)) {
    return <p className="text-muted">The chart of your portfolio’s value begins tomorrow.</p>;
  }
  return (
    <LineChart
      title="Value and money put in"
      summary={comparison(data)}
      points={data.map(({ at, valueCents, putInCents }) => ({
        label: formatDate(at),
        at: Date.parse(at),
        values: { value: valueCents, putIn: putInCents },
      }))}
      series={series}
      stepped
      xTitle="Date"
      yTitle="USD"
      formatValue={formatUsd}
      formatTick={formatUsdShort}
      height={HEIGHT_PX}
      actions={<Segments label="Range" options={ranges} value={range} onChange={setRange} />}
    />
  );
}

/** The chart in a sentence. */
function comparison(points: ValuePoints): string {
  const { valueCents, putInCents } = points.at(-1) ?? { valueCents: 0, putInCents: 0 };
  const basis = 'purchases less sale proceeds, before fees and distributions';
  const gain = valueCents - putInCents;
  if (gain === 0) return `Your shares are worth what you put in (${basis}).`;
  const difference = Math.abs(gain) < 100 ? formatUsdExact(Math.abs(gain)) : formatUsd(Math.abs(gain));
  return `${difference} ${gain > 0 ? 'more' : 'less'} than you put in (${basis}).`;
}
