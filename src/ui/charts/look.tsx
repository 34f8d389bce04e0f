import { joinClasses } from '#ui/classes.ts';
import type { ChartPoint, ChartProps, ChartSeries } from './chart.types.ts';
import { figureAt, NAME_LEFT_PX, SAMPLE_PX } from './scales.ts';

const colors = ['var(--series-1)', 'var(--series-2)', 'var(--series-3)', 'var(--series-4)'];
const dashes = ['none', '6 4', '2 3', '10 3 2 3'];

/** An expected series has the color of the series before it. */
export const colorOf = (index: number, expected = false) =>
  colors[(expected ? Math.max(0, index - 1) : index) % colors.length] ?? '';
export const dashOf = (index: number) => dashes[index % dashes.length] ?? 'none';

/** Name of a point in the table, the tooltip and for screen readers. */
export const placeText = ({ label, note }: ChartPoint) => (note === undefined ? label : `${label}, ${note}`);

export function pointText(
  point: ChartPoint,
  { series, formatValue }: Pick<ChartProps, 'series' | 'formatValue'>,
) {
  const figures = series.flatMap((one) => {
    const value = figureAt(point, one);
    return value === null ? [] : `${one.name} ${formatValue(value)}`;
  });
  return `${placeText(point)}: ${figures.join(', ') || 'no data'}`;
}

interface SeriesLook {
  index: number;
  expected?: boolean | undefined;
}

/** Bars of the first series are plain; those of the others differ by more than their color. */
const isPlain = ({ index, expected }: SeriesLook) => index === 0 && !expected;

/** The fill of a bar, where `id` is that of its series' texture. */
export const fillOf = (id: string, look: SeriesLook) => (isPlain(look) ? colorOf(look.index) : `url(#${id})`);

/** The edge of a bar with a texture. */
export const edgeOf = (look: SeriesLook) => (isPlain(look) ? undefined : colorOf(look.index, look.expected));

/** What fills the bars of a series: light with lines for expected figures, else stripes, dots or lines on its color. */
export function Texture({ id, ...look }: SeriesLook & { id: string }) {
  if (isPlain(look)) return null;
  const { index, expected } = look;
  const color = colorOf(index, expected);
  const lines = expected ? color : 'var(--color-surface)';
  const kind = expected ? 'stripes' : (['lines', 'stripes', 'dots'] as const)[index % 3];
  return (
    <pattern
      id={id}
      width={6}
      height={6}
      patternUnits="userSpaceOnUse"
      patternTransform={kind === 'stripes' ? `rotate(${expected ? 45 : -45})` : undefined}
    >
      <rect width={6} height={6} fill={color} opacity={expected ? 0.14 : 1} />
      {kind === 'dots' ? (
        <circle cx={3} cy={3} r={1.25} fill={lines} />
      ) : (
        <line
          {...(kind === 'lines' ? { x2: 6, y1: 3, y2: 3 } : { y2: 6 })}
          stroke={lines}
          strokeWidth={expected ? 2.5 : 2}
          opacity={expected ? 0.7 : 1}
        />
      )}
    </pattern>
  );
}

interface KeyProps extends SeriesLook {
  id: string;
  kind: 'line' | 'bar';
}

/** Sample of a series, beside its name. */
export function Key({ id, kind, ...look }: KeyProps) {
  return (
    <svg width={18} height={12} className="shrink-0" aria-hidden="true">
      {kind === 'line' ? (
        <line
          x2={18}
          y1={6}
          y2={6}
          stroke={colorOf(look.index, look.expected)}
          strokeWidth={2.5}
          strokeDasharray={dashOf(look.index)}
        />
      ) : (
        <>
          <Texture id={id} {...look} />
          <rect x={3.5} y={0.5} width={11} height={11} rx={2} fill={fillOf(id, look)} stroke={edgeOf(look)} />
        </>
      )}
    </svg>
  );
}

interface SeriesNameProps extends SeriesLook {
  kind: 'line' | 'bar';
  name: string;
  x: number;
  y: number;
  /** Of the texture of its bars. */
  id?: string;
}

/** The name of a series in a plot, after a sample of its line or bars. */
export function SeriesName({ kind, name, x, y, id = '', ...look }: SeriesNameProps) {
  return (
    <g transform={`translate(${x} ${y})`}>
      {kind === 'line' ? (
        <line
          x2={SAMPLE_PX.line}
          stroke={colorOf(look.index)}
          strokeWidth={2.25}
          strokeDasharray={dashOf(look.index)}
        />
      ) : (
        <rect
          y={-SAMPLE_PX.bar / 2}
          width={SAMPLE_PX.bar}
          height={SAMPLE_PX.bar}
          rx={2}
          fill={fillOf(id, look)}
          stroke={edgeOf(look)}
        />
      )}
      <text x={NAME_LEFT_PX[kind]} dy="0.34em" className="fill-ink font-medium">
        {name}
      </text>
    </g>
  );
}

interface LegendProps {
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  kind: 'line' | 'bar';
  id: string;
  className?: string;
}

/** The series that have a figure. */
export function Legend({ points, series, kind, id, className }: LegendProps) {
  return (
    <ul className={joinClasses('flex flex-wrap gap-x-4 gap-y-1', className)}>
      {series.map(
        (one, index) =>
          points.some((point) => figureAt(point, one) !== null) && (
            <li key={one.key} className="flex items-center gap-1.5">
              <Key id={`${id}${one.key}`} index={index} kind={kind} expected={one.expected} />
              {one.name}
            </li>
          ),
      )}
    </ul>
  );
}
