import { useId } from 'react';
import {
  type Bar,
  type BarData,
  bandsIn,
  barsIn,
  type NamesPlace,
  namesAbove,
  namesBeside,
  namesPlaceOf,
} from './bar-places.ts';
import type { BarChartProps } from './chart.types.ts';
import { ChartFrame } from './chart-frame.tsx';
import { edgeOf, fillOf, SeriesName, Texture } from './look.tsx';
import { Plot, type PlotArea } from './plot.tsx';
import { endRoomFor, figuresOf, hasNames, NAME_LINE_PX, nameWidth } from './scales.ts';

const ROUND_PX = 3;
const LEGENDS = { beside: 'narrow', above: 'narrow', legend: 'always' } as const;

export function BarChart(props: BarChartProps) {
  const { points, series, marks, stacked = false } = props;
  const names = namesPlaceOf(props);
  const endRoom = endRoomFor(names === 'beside' ? series.map((one) => nameWidth(one, 'bar')) : []);
  return (
    <ChartFrame {...props} kind="bar" legend={LEGENDS[names]}>
      {(titleId) => (
        <Plot
          {...props}
          kind="bar"
          labelledBy={titleId}
          figures={figuresOf(points, series, { marks, stacked })}
          positionsIn={(width) => bandsIn(points.length, width).centers}
          endRoom={endRoom}
          topRoom={(width) => (names === 'above' && hasNames(width) ? series.length * NAME_LINE_PX : 0)}
        >
          {(plot) => (
            <Bars
              data={{ points, series, stacked }}
              plot={plot}
              names={hasNames(plot.whole) ? names : 'legend'}
            />
          )}
        </Plot>
      )}
    </ChartFrame>
  );
}

interface BarsProps {
  data: BarData;
  plot: PlotArea;
  names: NamesPlace;
}

function Bars({ data, plot, names }: BarsProps) {
  const id = useId();
  const bars = barsIn(data, plot);
  const named =
    names === 'beside' ? namesBeside(data, bars, plot) : names === 'above' ? namesAbove(data, bars) : [];
  return (
    <>
      {data.series.map(({ key, expected }, index) => (
        <Texture key={key} id={id + key} index={index} expected={expected} />
      ))}
      {bars.map((bar) => (
        <path
          key={`${bar.at} ${bar.series.key}`}
          opacity={plot.active === null || plot.active === bar.at ? 1 : 0.55}
          d={barPath(bar)}
          {...lookOf(bar, id)}
        />
      ))}
      {named.map((name) => (
        <SeriesName
          key={name.series.key}
          {...name}
          name={name.series.name}
          expected={name.series.expected}
          kind="bar"
          id={id + name.series.key}
        />
      ))}
    </>
  );
}

const lookOf = ({ series: { key, expected }, index }: Pick<Bar, 'series' | 'index'>, id: string) => ({
  fill: fillOf(id + key, { index, expected }),
  stroke: edgeOf({ index, expected }),
});

/** A bar whose far end is rounded, unless another one stands on it. */
function barPath({ left, width, from, to, isEnd }: Bar): string {
  const r = isEnd ? Math.min(ROUND_PX, width / 2, Math.abs(to - from)) : 0;
  const end = to < from ? to + r : to - r;
  return `M${left},${from}V${end}Q${left},${to} ${left + r},${to}H${left + width - r}Q${left + width},${to} ${left + width},${end}V${from}Z`;
}
