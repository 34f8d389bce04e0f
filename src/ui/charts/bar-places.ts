import { scaleBand } from 'd3-scale';
import type { ChartPoint, ChartSeries } from './chart.types.ts';
import type { PlotArea } from './plot.tsx';
import { figureAt, NAME_LINE_PX, nameWidth, spreadApart } from './scales.ts';

const MAX_BAR_PX = 44;
const GAP_PX = 1.5;
const BAR_TO_NAME_PX = 6;

interface Bands {
  centers: readonly number[];
  wide: number;
}

export function bandsIn(count: number, width: number): Bands {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const band = scaleBand(indexes, [0, width]).paddingInner(0.28).paddingOuter(0.14);
  return {
    centers: indexes.map((index) => (band(index) ?? 0) + band.bandwidth() / 2),
    wide: band.bandwidth(),
  };
}

export interface BarData {
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  stacked: boolean;
}

export interface Bar {
  series: ChartSeries;
  /** Index of its series, and of its point. */
  index: number;
  at: number;
  left: number;
  width: number;
  /** Heights in the plot, downward: where it begins, and its far end. */
  from: number;
  to: number;
  /** No other bar is stacked on its far end. */
  isEnd: boolean;
}

/** Every bar of a chart, in the order of its points. */
export function barsIn({ points, series, stacked }: BarData, plot: PlotArea): Bar[] {
  const beside = stacked ? 1 : series.length;
  const { wide } = bandsIn(points.length, plot.width);
  const width = Math.max(1, Math.min(MAX_BAR_PX, wide / beside));
  return points.flatMap((point, at) =>
    spansOf(point, { series, stacked }).map(({ from, to, ...bar }) => ({
      ...bar,
      at,
      left: (plot.positions[at] ?? 0) - (width * beside) / 2 + (stacked ? 0 : bar.index * width),
      width: width - (beside > 1 ? GAP_PX : 0),
      from: plot.axis.scale(from),
      to: plot.axis.scale(to),
    })),
  );
}

/** Start and end of each bar of a point; stacked ones begin on those before. */
function spansOf(point: ChartPoint, { series, stacked }: Omit<BarData, 'points'>) {
  let [above, below] = [0, 0];
  const spans = series.flatMap((one, index) => {
    const value = figureAt(point, one);
    if (!value) return [];
    const from = !stacked ? 0 : value > 0 ? above : below;
    if (value > 0) above = from + value;
    else below = from + value;
    return [{ series: one, index, from, to: from + value }];
  });
  const ends = spans.map(({ to }) => to);
  const [highest, lowest] = [Math.max(...ends), Math.min(...ends)];
  return spans.map((span) => ({ ...span, isEnd: !stacked || span.to === highest || span.to === lowest }));
}

/** Where the names of the series stand: beside the last bars, above the last bar of each, or in a legend only. */
export type NamesPlace = 'beside' | 'above' | 'legend';

/** Names are beside the last bars where each series reaches the last point, else above the last bar of each. */
export function namesPlaceOf({ points, series }: Omit<BarData, 'stacked'>): NamesPlace {
  const last = points.at(-1);
  if (series.length < 2 || !last) return 'legend';
  if (series.every((one) => figureAt(last, one) !== null)) return 'beside';
  return series.every((one) => points.some((point) => figureAt(point, one))) ? 'above' : 'legend';
}

export interface NamePlace {
  series: ChartSeries;
  index: number;
  /** Left end and middle of the name with its sample. */
  x: number;
  y: number;
}

/** Names right of the plot, each at the middle of its last stacked bar, or at the end of its last bar. */
export function namesBeside(data: BarData, bars: readonly Bar[], plot: PlotArea): NamePlace[] {
  const last = bars.filter(({ at }) => at === data.points.length - 1);
  const names = data.series.map((series, index) => {
    const bar = last.find((one) => one.index === index);
    const y = !bar ? plot.axis.scale(0) : data.stacked ? (bar.from + bar.to) / 2 : bar.to;
    return { series, index, x: plot.width + BAR_TO_NAME_PX, y };
  });
  return spreadApart(names, plot.height);
}

/** Names above the last bar of each series, higher than all bars and names that they would cover. */
export function namesAbove({ series }: BarData, bars: readonly Bar[]): NamePlace[] {
  const placed: (NamePlace & { end: number })[] = [];
  for (const [index, one] of series.entries()) {
    const bar = bars.findLast((candidate) => candidate.index === index);
    if (!bar) continue;
    const x = Math.max(0, bar.left + bar.width - nameWidth(one, 'bar'));
    const end = x + nameWidth(one, 'bar');
    const covered = bars.filter(({ left, width }) => left < end && left + width > x);
    const beside = placed.filter((name) => name.x < end && name.end > x);
    const heights = [
      ...covered.map(({ from, to }) => Math.min(from, to) - BAR_TO_NAME_PX - NAME_LINE_PX / 2),
      ...beside.map(({ y }) => y - NAME_LINE_PX),
    ];
    placed.push({ series: one, index, x, end, y: Math.min(...heights) });
  }
  return placed;
}
