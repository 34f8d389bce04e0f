import { area, curveLinear, curveMonotoneX, curveStepAfter, curveStepBefore, line } from 'd3-shape';
import { useId } from 'react';
import type { ChartPoint, ChartSeries, LineChartProps } from './chart.types.ts';
import { ChartFrame } from './chart-frame.tsx';
import { colorOf, dashOf, SeriesName } from './look.tsx';
import { Plot, type PlotArea } from './plot.tsx';
import { endRoomFor, figureAt, figuresOf, linePositions, nameWidth, spreadApart } from './scales.ts';

const AREA_PAD_PX = 24;

export function LineChart(props: LineChartProps) {
  const { points, series, marks, stepped = false } = props;
  const last = points.at(-1);
  const namedAtEnds = series.length > 1 && series.every((one) => last && figureAt(last, one) !== null);
  const endRoom = endRoomFor(namedAtEnds ? series.map((one) => nameWidth(one, 'line')) : []);
  return (
    <ChartFrame {...props} kind="line" legend={namedAtEnds ? 'narrow' : 'always'}>
      {(titleId) => (
        <Plot
          {...props}
          kind="line"
          labelledBy={titleId}
          figures={figuresOf(points, series, { marks })}
          positionsIn={(width) => linePositions(points, width, props.areas ? AREA_PAD_PX : 0)}
          endRoom={endRoom}
        >
          {(plot) => (
            <>
              {series.map((one, index) => (
                <Series
                  key={one.key}
                  points={points}
                  series={stepped ? { step: 'after', ...one } : one}
                  index={index}
                  plot={plot}
                  look={props.areas ? 'area' : index === 0 ? 'filled' : 'line'}
                />
              ))}
              {endRoom(plot.whole) > 0 && <EndNames points={points} series={series} plot={plot} />}
              <Pointer points={points} series={series} plot={plot} />
            </>
          )}
        </Plot>
      )}
    </ChartFrame>
  );
}

interface SeriesProps {
  points: readonly ChartPoint[];
  series: ChartSeries;
  index: number;
  plot: PlotArea;
  look: 'area' | 'filled' | 'line';
}

function curveOf({ step }: ChartSeries, many: boolean) {
  if (step) return step === 'after' ? curveStepAfter : curveStepBefore;
  return many ? curveMonotoneX : curveLinear;
}

function Series({ points, series, index, plot, look }: SeriesProps) {
  const id = useId();
  const { axis, positions, height } = plot;
  const isArea = look === 'area';
  const present = points.flatMap((point, at) => {
    const value = figureAt(point, series);
    return value === null ? [] : [{ x: positions[at] ?? 0, y: axis.scale(value) }];
  });
  const curve = curveOf(series, present.length > 2);
  const outline = line<Place>(
    ({ x }) => x,
    ({ y }) => y,
  ).curve(curve);
  const below = area<Place>(
    ({ x }) => x,
    height,
    ({ y }) => y,
  ).curve(curve);
  const drawn = isArea ? edged(present, series, plot) : present;
  // A filled height is read as an amount, so it has to begin at zero.
  const isFilled = isArea || (look === 'filled' && axis.scale(0) === height);
  const color = colorOf(index);
  const last = present.at(-1);
  return (
    <g>
      {isFilled && (
        <>
          <linearGradient id={id} x2={0} y2={1}>
            <stop stopColor={color} stopOpacity={isArea ? 0.35 : 0.2} />
            <stop offset={1} stopColor={color} stopOpacity={isArea ? 0.2 : 0.03} />
          </linearGradient>
          <path d={below(drawn) ?? ''} fill={`url(#${id})`} />
        </>
      )}
      <path
        d={outline(drawn) ?? ''}
        fill="none"
        stroke={color}
        strokeWidth={2.25}
        strokeLinejoin="round"
        strokeDasharray={dashOf(index)}
      />
      {last && !isArea && (
        <circle cx={last.x} cy={last.y} r={3.5} fill={color} className="stroke-surface" strokeWidth={1.5} />
      )}
      {present.length === 2 && !isArea && (
        <circle cx={present[0]?.x} cy={present[0]?.y} r={3.5} fill={color} />
      )}
    </g>
  );
}

interface Place {
  x: number;
  y: number;
}

/** An area with an edge where it begins; its last step reaches the side of the plot. */
function edged(places: readonly Place[], { step }: ChartSeries, { width, height }: PlotArea): Place[] {
  const [first, last] = [places[0], places.at(-1)];
  if (!(first && last)) return [];
  return step === 'before'
    ? [{ x: 0, y: first.y }, ...places, { x: last.x, y: height }]
    : [{ x: first.x, y: height }, ...places, { x: width, y: last.y }];
}

interface OverlayProps {
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  plot: PlotArea;
}

/** The name of each line at its end, without overlaps. */
function EndNames({ points, series, plot: { axis, width, height } }: OverlayProps) {
  const last = points.at(-1);
  const ends = series.map((one, index) => ({
    name: one.name,
    index,
    y: axis.scale((last && figureAt(last, one)) ?? 0),
  }));
  return spreadApart(ends, height).map(({ name, index, y }) => (
    <SeriesName key={name} kind="line" name={name} index={index} x={width + 10} y={y} />
  ));
}

/** The line through the point that is looked at, and a dot on each figure. */
function Pointer({ points, series, plot: { axis, positions, height, active } }: OverlayProps) {
  const point = active === null ? undefined : points[active];
  if (active === null || !point) return null;
  const x = positions[active] ?? 0;
  return (
    <g className="no-print">
      <line x1={x} x2={x} y2={height} className="stroke-field-line" />
      {series.map((one, index) => {
        const value = figureAt(point, one);
        return (
          value !== null && (
            <circle
              key={one.key}
              cx={x}
              cy={axis.scale(value)}
              r={5}
              fill={colorOf(index)}
              className="stroke-surface"
              strokeWidth={2}
            />
          )
        );
      })}
    </g>
  );
}
