import { useQuery } from '@tanstack/react-query';
import { formatUsdExact } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { DAY, formatDate, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Card } from '#ui/card.tsx';
import { ChartSkeleton, LineChart } from '#ui/charts-on-demand.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Money } from '#ui/money.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { TradingFigures } from '../resale.contract.ts';
import { neverSoldItem } from '../resale.rules.ts';

const CHART_HEIGHT_PX = 260;
const series = [{ key: 'price', name: 'Average price' }];

/** Prices by week as a chart with its table, the volume, and how long listings take to sell. */
export function PriceHistory({ propertyId }: { propertyId: number }) {
  const {
    data: figures,
    error,
    refetch,
    isFetching,
  } = useQuery(trpc.resale.tradingFigures.queryOptions({ propertyId }));
  if (error && !figures) {
    return (
      <Card title="Resale price">
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    );
  }
  if (figures?.weeks.length === 0) {
    return (
      <Card title="Resale price">
        <p className="text-muted">No share has been resold yet. The first price appears here.</p>
      </Card>
    );
  }
  return (
    <div className="grid gap-5 lg:grid-cols-3">
      <Card className="lg:col-span-2">
        {figures ? (
          <LineChart
            title="Resale price"
            summary="Weekly average. Weeks without trades repeat the last price."
            points={figures.weeks.map(({ weekOf, pricePerShareCents, shares }) => ({
              label: formatDate(`${weekOf}T00:00:00Z`),
              at: Date.parse(weekOf),
              values: { price: pricePerShareCents },
              ...(shares === 0 && { note: 'No trade' }),
            }))}
            stepped
            series={series}
            xTitle="Week"
            yTitle="USD per share"
            formatValue={formatUsdExact}
            height={CHART_HEIGHT_PX}
          />
        ) : (
          <ChartSkeleton height={CHART_HEIGHT_PX} />
        )}
      </Card>
      <Card title="Resale volume">
        {figures ? <Volume figures={figures} /> : <Skeleton className="h-48" />}
      </Card>
    </div>
  );
}

const periods: Record<number, string> = { 7: 'Last 7 days', 30: 'Last 30 days', 365: 'Last year' };

function Volume({ figures: { volume, medianSecondsToSell, neverSold } }: { figures: TradingFigures }) {
  return (
    <>
      <DescriptionList
        items={volume.map(({ days, shares, amountCents }) => ({
          term: periods[days] ?? `Last ${counted(days, 'day')}`,
          value: (
            <>
              <Money cents={amountCents} />
              <span className="block text-sm text-muted">{counted(shares, 'share')}</span>
            </>
          ),
        }))}
      />
      <DescriptionList
        className="mt-3 border-t border-line pt-2"
        items={[
          { term: 'Average price, last 30 days', value: <AveragePrice volume={volume} /> },
          {
            term: 'Median time to sell out',
            value:
              medianSecondsToSell === null
                ? 'No listing has sold out yet'
                : durationText(medianSecondsToSell * SECOND),
          },
          neverSoldItem(neverSold),
        ]}
      />
    </>
  );
}

function AveragePrice({ volume }: Pick<TradingFigures, 'volume'>) {
  const month = volume.find(({ days }) => days === 30);
  if (!month || month.shares === 0) return 'No trade';
  return <Money exact cents={Math.round(month.amountCents / month.shares)} />;
}

/** The largest whole unit: "4 days", "1 hour", "under a minute". */
function durationText(milliseconds: number): string {
  const units = [
    { size: DAY, name: 'day' },
    { size: HOUR, name: 'hour' },
    { size: MINUTE, name: 'minute' },
  ];
  for (const { size, name } of units) {
    const count = Math.floor(milliseconds / size);
    if (count >= 1) return counted(count, name);
  }
  return 'Under a minute';
}
