import { joinClasses } from '#ui/classes.ts';
import type { ChartPoint, ChartProps, ChartSeries } from './chart.types.ts';
import { figureAt } from './scales.ts';

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
  return `${placeText(point)}: ${figures.join(', ') || 'no figure'}`;
}

/** A light fill with diagonal lines, for expected figures. */
export function Hatch({ id, color }: { id: string; color: string }) {
  return (
    <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={6} height={6} fill={color} opacity={0.14} />
      <line y2={6} stroke={color} strokeWidth={2.5} opacity={0.7} />
    </pattern>
  );
}

interface KeyProps {
  id: string;
  index: number;
  kind: 'line' | 'bar';
  expected?: boolean | undefined;
}

/** Sample of a series, beside its name. */
export function Key({ id, index, kind, expected = false }: KeyProps) {
  const color = colorOf(index, expected);
  return (
    <svg width={18} height={12} className="shrink-0" aria-hidden="true">
      {expected && <Hatch id={id} color={color} />}
      {kind === 'line' ? (
        <line x2={18} y1={6} y2={6} stroke={color} strokeWidth={2.5} strokeDasharray={dashOf(index)} />
      ) : (
        <rect x={3} width={12} height={12} rx={2.5} fill={expected ? `url(#${id})` : color} />
      )}
    </svg>
  );
}

interface LegendProps {
  series: readonly ChartSeries[];
  kind: 'line' | 'bar';
  id: string;
  className?: string;
}

export function Legend({ series, kind, id, className }: LegendProps) {
  return (
    <ul className={joinClasses('flex flex-wrap gap-x-4 gap-y-1', className)}>
      {series.map(({ key, name, expected }, index) => (
        <li key={key} className="flex items-center gap-1.5">
          <Key id={`${id}${key}`} index={index} kind={kind} expected={expected} />
          {name}
        </li>
      ))}
    </ul>
  );
}
