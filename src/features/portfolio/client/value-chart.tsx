import { formatUsd } from '#kernel/money.ts';
import { Card } from '#ui/card.tsx';
import { LineChart } from '#ui/charts-on-demand.tsx';
import type { PortfolioOverview } from '../portfolio.contract.ts';
import { axisUsd, monthText } from './portfolio-figures.ts';

const series = [{ key: 'value', name: 'Portfolio value' }];

export function ValueChart({ points }: { points: PortfolioOverview['valueByMonth'] }) {
  const drawn = points.map(({ month, valueCents }) => ({
    label: monthText(month),
    values: { value: valueCents },
  }));
  return (
    <Card className="h-full">
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
        emptyText="Your portfolio's value appears here from the first month you hold shares."
      />
    </Card>
  );
}
