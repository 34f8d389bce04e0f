import { formatBps, formatUsdExact, formatUsdShort } from '#kernel/money.ts';
import { monthText } from '#kernel/month-text.ts';
import { BarChart } from '#ui/charts-on-demand.tsx';
import type { Financials } from '../distributions.contract.ts';
import { withGaps } from '../distributions.rules.ts';

const HEIGHT_PX = 240;
const income = [
  { key: 'effective', name: 'Effective gross income' },
  { key: 'operating', name: 'Net operating income' },
];

/** Reported figures, month by month; one month alone is in the lines already. */
export function MonthCharts({ byMonth }: Pick<Financials, 'byMonth'>) {
  if (byMonth.length < 2) return null;
  const months = withGaps(byMonth);
  const hasGaps = months.some(({ reported }) => reported === null);
  const gaps = hasGaps ? ' Months without a bar have not been reported.' : '';
  return (
    <div className="mt-8 grid gap-8 border-t border-line pt-6 lg:grid-cols-2">
      <BarChart
        title="Income by month"
        summary={`As the owner reported it: before and after operating expenses.${gaps}`}
        points={months.map(({ month, reported }) => ({
          label: monthText(month),
          values: {
            effective: reported?.effectiveIncomeCents ?? null,
            operating: reported?.operatingIncomeCents ?? null,
          },
        }))}
        series={income}
        xTitle="Month"
        yTitle="USD"
        formatValue={formatUsdExact}
        formatTick={formatUsdShort}
        height={HEIGHT_PX}
      />
      {byMonth.some(({ occupancyBps }) => occupancyBps !== null) && (
        <BarChart
          title="Occupancy by month"
          summary="Economic occupancy: the share of the gross rent that was collected."
          points={months.map(({ month, reported }) => ({
            label: monthText(month),
            values: { occupancy: reported?.occupancyBps ?? null },
          }))}
          series={[{ key: 'occupancy', name: 'Occupancy' }]}
          xTitle="Month"
          yTitle="Percent"
          formatValue={formatBps}
          formatTick={(bps) => `${bps / 100}%`}
          height={HEIGHT_PX}
        />
      )}
    </div>
  );
}
