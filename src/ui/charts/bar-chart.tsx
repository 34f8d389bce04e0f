import { scaleBand } from 'd3-scale';
import { useId } from 'react';
import type { BarChartProps, ChartPoint, ChartSeries } from './chart.types.ts';
import { ChartFrame } from './chart-frame.tsx';
import { edgeOf, fillOf, Texture } from './look.tsx';
import { Plot, type PlotArea } from './plot.tsx';
import { figureAt, figuresOf } from './scales.ts';

const MAX_BAR_PX = 44;
const ROUND_PX = 3;

export function BarChart(props: BarChartProps) {
  const { points, series, marks, stacked = false } = props;
  return (
    <ChartFrame {...props} kind="bar">
      {(titleId) => (
        <Plot
          {...props}
          kind="bar"
          labelledBy={titleId}
          figures={figuresOf(points, series, { marks, stacked })}
          positionsIn={(width) => centersIn(points.length, width).centers}
        >
          {(plot) => <Bars points={points} series={series} stacked={stacked} plot={plot} />}
        </Plot>
      )}
    </ChartFrame>
  );
}

function centersIn(count: number, width: number) {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const band = scaleBand(indexes, [0, width]).paddingInner(0.28).paddingOuter(0.14);
  return {
    centers: indexes.map((index) => (band(index) ?? 0) + band.bandwidth() / 2),
    wide: band.bandwidth(),
  };
}

interface BarsProps {
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  stacked: boolean;
  plot: PlotArea;
}

function Bars({ points, series, stacked, plot }: BarsProps) {
  const id = useId();
  const beside = stacked ? 1 : series.length;
  const barWidth = Math.max(1, Math.min(MAX_BAR_PX, centersIn(points.length, plot.width).wide / beside));
  return (
    <>
      {series.map(({ key, expected }, index) => (
        <Texture key={key} id={id + key} index={index} expected={expected} />
      ))}
      {points.map((point, at) => (
        <g
          key={`${point.label}${point.at ?? ''}`}
          opacity={plot.active === null || plot.active === at ? 1 : 0.55}
        >
          {barsOf(point, { series, stacked }).map(({ one, index, from, to, isEnd }) => (
            <path
              key={one.key}
              d={barPath({
                left: (plot.positions[at] ?? 0) - (barWidth * beside) / 2 + (stacked ? 0 : index * barWidth),
                width: barWidth - (beside > 1 ? 1.5 : 0),
                from: plot.axis.scale(from),
                to: plot.axis.scale(to),
                round: isEnd ? ROUND_PX : 0,
              })}
              fill={fillOf(id + one.key, { index, expected: one.expected })}
              stroke={edgeOf({ index, expected: one.expected })}
            />
          ))}
        </g>
      ))}
    </>
  );
}

/** Start and end of each bar of a point; stacked ones begin on those before. */
function barsOf(point: ChartPoint, { series, stacked }: Pick<BarsProps, 'series' | 'stacked'>) {
  let [above, below] = [0, 0];
  const bars = series.flatMap((one, index) => {
    const value = figureAt(point, one);
    if (!value) return [];
    const from = !stacked ? 0 : value > 0 ? above : below;
    if (value > 0) above = from + value;
    else below = from + value;
    return [{ one, index, from, to: from + value }];
  });
  const [highest, lowest] = [Math.max(...bars.map(({ to }) => to)), Math.min(...bars.map(({ to }) => to))];
  return bars.map((bar) => ({ ...bar, isEnd: !stacked || bar.to === highest || bar.to === lowest }));
}

interface BarBox {
  left: number;
  width: number;
  from: number;
  to: number;
  round: number;
}

/** A bar whose far end is rounded. */
function barPath({ left, width, from, to, round }: BarBox): string {
  const r = Math.min(round, width / 2, Math.abs(to - from));
  const end = to < from ? to + r : to - r;
  return `M${left},${from}V${end}Q${left},${to} ${left + r},${to}H${left + width - r}Q${left + width},${to} ${left + width},${end}V${from}Z`;
}
