import { leastIndex } from 'd3-array';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useState,
} from 'react';
import { joinClasses } from '#ui/classes.ts';
import { useWidth } from '#ui/use-width.ts';
import { type ChartProps, DEFAULT_HEIGHT_PX } from './chart.types.ts';
import { Key, pointText } from './look.tsx';
import {
  figureAt,
  monthLabels,
  type PlaceLabel,
  placeLabels,
  roundLabels,
  textWidth,
  type ValueAxis,
  valueAxis,
} from './scales.ts';

const TOP_PX = 10;
const LINE_PX = 15;
const RIGHT_PX = 8;
const AXIS_ROOM_PX = 14;
const TOOLTIP_HALF_PX = 112;
const BESIDE_PX = 28;
const ABOVE_PX = -48;
const BESIDE_FROM_PX = 500;

export interface PlotArea {
  /** The width of the whole chart, and that of its plot. */
  whole: number;
  width: number;
  height: number;
  axis: ValueAxis;
  positions: readonly number[];
  /** The point that is looked at. */
  active: number | null;
}

interface PlotProps extends ChartProps {
  labelledBy: string;
  kind: 'line' | 'bar';
  figures: readonly number[];
  positionsIn: (width: number) => readonly number[];
  /** Room right of the plot for the names of its series, in a chart of that width. */
  endRoom: (width: number) => number;
  /** Room above the plot for names, in a chart of that width. */
  topRoom?: (width: number) => number;
  children: (area: PlotArea) => ReactNode;
}

/** Axes, marks, and the point under the mouse, the finger or the keyboard, around the drawing of a chart. */
export function Plot({ children, ...props }: PlotProps) {
  const { points, series, height = DEFAULT_HEIGHT_PX, marks = [], labelledBy } = props;
  const [frame, width] = useWidth<HTMLDivElement>();
  const [active, setActive] = useState<number | null>(null);
  const layout = layoutOf(props, width);
  const area = { ...layout, active };
  const shown = points[active ?? points.length - 1];

  function follow({ clientX, currentTarget }: PointerEvent) {
    const x = clientX - currentTarget.getBoundingClientRect().left - layout.left;
    setActive(leastIndex(layout.positions, (position) => Math.abs(position - x)) ?? null);
  }

  function move(event: KeyboardEvent) {
    const target = targetOf(event.key, active, points.length);
    if (target === undefined) return;
    event.preventDefault();
    setActive(target);
  }

  return (
    <div
      ref={frame}
      role="slider"
      tabIndex={0}
      aria-labelledby={labelledBy}
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={(active ?? points.length - 1) + 1}
      aria-valuetext={shown && pointText(shown, props)}
      aria-orientation="horizontal"
      className="relative touch-pan-y rounded-field outline-offset-4"
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setActive(null)}
      onKeyDown={move}
      onBlur={() => setActive(null)}
    >
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${Math.max(1, width)} ${height}`}
        className="block h-auto max-w-full overflow-visible text-xs print:w-full"
        aria-hidden="true"
      >
        {width > 0 && (
          <g transform={`translate(${layout.left} ${layout.top})`}>
            <Axes layout={layout} />
            {children(area)}
            {marks.map((mark) => (
              <Mark key={mark.label} {...mark} area={area} isBelowLine={endOf(points, series) > mark.value} />
            ))}
          </g>
        )}
      </svg>
      {width === 0 && <div style={{ height }} />}
      {active !== null && points[active] && (
        <Tooltip
          {...props}
          point={points[active]}
          x={layout.left + (layout.positions[active] ?? 0)}
          width={width}
        />
      )}
      <span className="sr-only">{series.map(({ name }) => name).join(', ')}</span>
    </div>
  );
}

/** Index of the point that a key leads to; null leaves the points, undefined for other keys. */
export function targetOf(key: string, at: number | null, count: number): number | null | undefined {
  if (key === 'ArrowRight' || key === 'ArrowUp') return at === null ? 0 : Math.min(count - 1, at + 1);
  if (key === 'ArrowLeft' || key === 'ArrowDown') return at === null ? count - 1 : Math.max(0, at - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return key === 'Escape' && at !== null ? null : undefined;
}

interface Layout extends Omit<PlotArea, 'active'> {
  left: number;
  top: number;
  labels: readonly PlaceLabel[];
}

function layoutOf(props: Omit<PlotProps, 'children'>, width: number): Layout {
  const { height = DEFAULT_HEIGHT_PX, formatValue, formatTick = formatValue, figures } = props;
  const startAtZero = props.startAtZero ?? props.kind === 'bar';
  const axisIn = (plotHeight: number) =>
    valueAxis({ values: figures, startAtZero, height: plotHeight, format: formatTick });
  const left = Math.max(...axisIn(height).ticks.map(({ text }) => textWidth(text))) + AXIS_ROOM_PX;
  const plotWidth = Math.max(1, width - left - RIGHT_PX - props.endRoom(width));
  const positions = props.positionsIn(plotWidth);
  const labels = labelsOf(props, positions, plotWidth);
  const lines = Math.max(1, ...labels.map((label) => label.lines.length));
  const top = TOP_PX + (props.topRoom?.(width) ?? 0);
  const plotHeight = height - top - lines * LINE_PX - 10;
  return {
    left,
    top,
    whole: width,
    width: plotWidth,
    height: plotHeight,
    axis: axisIn(plotHeight),
    positions,
    labels,
  };
}

function labelsOf(
  props: Omit<PlotProps, 'children'>,
  positions: readonly number[],
  width: number,
): readonly PlaceLabel[] {
  const { points, formatAt } = props;
  if (formatAt) return roundLabels(points, positions, formatAt);
  const months = points.every(({ at }) => at !== undefined) && monthLabels(points, positions, width);
  return months || (props.kind === 'line' ? dayLabels : barLabels)(props, positions, width);
}

/** A day has one label on a line, however many points. */
function dayLabels({ points }: ChartProps, positions: readonly number[], width: number) {
  const labels = points.map(({ label }, index) => (label === points[index - 1]?.label ? '' : label));
  return placeLabels(labels, positions, width);
}

/** All labels, or those of positions with a bar where there is no room for all. */
export function barLabels(
  { points, series }: Pick<ChartProps, 'points' | 'series'>,
  positions: readonly number[],
  width: number,
) {
  const all = points.map(({ label }) => label);
  const placed = placeLabels(all, positions, width);
  const hasBar = points.map((point) => series.some((one) => figureAt(point, one)));
  if (placed.length === all.length || !hasBar.includes(true)) return placed;
  return placeLabels(
    all.map((label, index) => (hasBar[index] ? label : '')),
    positions,
    width,
  );
}

function Axes({ layout: { width, height, axis, labels } }: { layout: Layout }) {
  return (
    <g className="amount fill-muted">
      {axis.ticks.map(({ value, text }) => (
        <g key={value} transform={`translate(0 ${axis.scale(value)})`}>
          <line x2={width} className={value === 0 ? 'stroke-field-line' : 'stroke-line'} />
          <text x={-10} dy="0.34em" textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {labels.map(({ x, lines, anchor }) => (
        <text key={x} x={x} y={height + 8} textAnchor={anchor}>
          {lines.map((line) => (
            <tspan key={line} x={x} dy={LINE_PX}>
              {line}
            </tspan>
          ))}
        </text>
      ))}
    </g>
  );
}

/** The figure at the right end, where the label of a mark stands. */
function endOf(points: ChartProps['points'], [first]: ChartProps['series']): number {
  const last = points.at(-1);
  return (last && first && figureAt(last, first)) ?? 0;
}

interface MarkProps {
  value: number;
  label: string;
  area: PlotArea;
  /** The line ends above the mark, so that the label does not cover it below. */
  isBelowLine: boolean;
}

const LABEL_PX = 20;

function Mark({ value, label, area: { width, height, axis }, isBelowLine }: MarkProps) {
  const y = axis.scale(value);
  const isLabelBelow = y < LABEL_PX || (isBelowLine && y < height - LABEL_PX);
  return (
    <g transform={`translate(0 ${y})`}>
      <line x2={width} className="stroke-ink" strokeWidth={1.25} strokeDasharray="3 4" />
      <text
        x={width - 4}
        y={isLabelBelow ? 15 : -6}
        textAnchor="end"
        className="fill-ink stroke-surface font-medium"
        strokeWidth={4}
        paintOrder="stroke"
      >
        {label}
      </text>
    </g>
  );
}

/** Beside the point, so that it stays in view; above the plot where there is no room beside. */
function tooltipPlace(x: number, width: number): CSSProperties {
  if (width < BESIDE_FROM_PX) {
    const left = Math.max(TOOLTIP_HALF_PX, Math.min(x, width - TOOLTIP_HALF_PX));
    return { left, top: ABOVE_PX, translate: '-50%' };
  }
  return x > width / 2 ? { right: width - x + BESIDE_PX } : { left: x + BESIDE_PX };
}

interface TooltipProps extends ChartProps {
  kind: 'line' | 'bar';
  point: ChartProps['points'][number];
  x: number;
  width: number;
}

function Tooltip({ point, series, formatValue, kind, x, width }: TooltipProps) {
  const id = useId();
  return (
    <div
      aria-hidden="true"
      className="no-print pointer-events-none absolute top-0 z-10 w-max max-w-56 rounded-field border border-line bg-surface px-3 py-2 text-sm shadow-lg"
      style={tooltipPlace(x, width)}
    >
      <p className="font-semibold">{point.label}</p>
      {point.note && <p className="text-muted">{point.note}</p>}
      {series.map((one, index) => {
        const value = figureAt(point, one);
        return (
          value !== null && (
            <p key={one.key} className={joinClasses('flex items-center gap-2', index === 0 && 'mt-1')}>
              <Key id={`${id}${one.key}`} index={index} kind={kind} expected={one.expected} />
              <span className="min-w-0 text-muted">{one.name}</span>
              <span className="amount ms-auto ps-2 font-semibold">{formatValue(value)}</span>
            </p>
          )
        );
      })}
    </div>
  );
}
