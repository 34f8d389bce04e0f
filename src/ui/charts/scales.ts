import { extent, max, min } from 'd3-array';
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { monthText } from '#kernel/month-text.ts';
import { monthAfter, monthBounds, monthOf } from '#kernel/months.ts';
import type { ChartMark, ChartPoint, ChartSeries } from './chart.types.ts';

const CHARACTER_PX = 7.4;
const PX_PER_TICK = 52;
const LABEL_GAP_PX = 16;
const WRAPPED_GAP_PX = 4;
const ROUND_LABEL_PX = 90;

/** Height of a line of names in a plot. */
export const NAME_LINE_PX = 15;
/** The sample of a series, and where its name begins after it. */
export const SAMPLE_PX = { line: 16, bar: 11 };
export const NAME_LEFT_PX = { line: 21, bar: 17 };
/** Width of a chart from which names stand beside what they name; its legend ends there. */
const NAMES_FROM_PX = 560;

/** Approximate width of a text of an axis. */
export const textWidth = (text: string) => Math.ceil(text.length * CHARACTER_PX);

/** Width of the name of a series with its sample. */
export const nameWidth = ({ name }: ChartSeries, kind: 'line' | 'bar') =>
  NAME_LEFT_PX[kind] + textWidth(name);

/** Whether names stand beside what they name, in a chart of this width. */
export const hasNames = (width: number) => width >= NAMES_FROM_PX;

/** Room right of the plot for names of these widths, in a chart that is wide enough. */
export const endRoomFor = (names: readonly number[]) => (width: number) =>
  hasNames(width) ? Math.max(0, ...names) : 0;

/** Names right of a plot, moved down where they would touch, and up where the last ones would leave the plot. */
export function spreadApart<T extends { y: number }>(names: readonly T[], height: number): T[] {
  let free = Number.NEGATIVE_INFINITY;
  const lowered = names
    .toSorted((one, two) => one.y - two.y)
    .map((name) => {
      const y = Math.max(name.y, free);
      free = y + NAME_LINE_PX;
      return { ...name, y };
    });
  let limit = height;
  return lowered
    .toReversed()
    .map((name) => {
      const y = Math.min(name.y, limit);
      limit = y - NAME_LINE_PX;
      return { ...name, y };
    })
    .toReversed();
}

export const figureAt = (point: ChartPoint, { key }: ChartSeries) => point.values[key] ?? null;

export interface ValueAxis {
  scale: ScaleLinear<number, number>;
  ticks: readonly { value: number; text: string }[];
}

interface ValueAxisOptions {
  values: readonly number[];
  startAtZero: boolean;
  /** The plot's height. */
  height: number;
  format: (value: number) => string;
}

/** Round figures up the side, as many as have different texts. Charts show integers: cents, shares, counts. */
export function valueAxis({ values, startAtZero, height, format }: ValueAxisOptions): ValueAxis {
  const [low, high] = rangeOf(values, startAtZero);
  for (let count = Math.max(2, Math.round(height / PX_PER_TICK)); ; count -= 1) {
    const scale = scaleLinear([low, high], [height, 0]).nice(count);
    const ticks = scale
      .ticks(count)
      .filter(Number.isInteger)
      .map((value) => ({ value, text: format(value) }));
    const differing = ticks.filter(({ text }, index) => text !== ticks[index - 1]?.text);
    if (differing.length === ticks.length || count === 1) return { scale, ticks: differing };
  }
}

function rangeOf(values: readonly number[], startAtZero: boolean): [low: number, high: number] {
  const low = Math.min(startAtZero ? 0 : Number.POSITIVE_INFINITY, min(values) ?? 0);
  const high = Math.max(startAtZero ? 0 : Number.NEGATIVE_INFINITY, max(values) ?? 0);
  if (low < high) return [low, high];
  return low === 0 ? [0, 1] : [Math.min(0, 2 * low), Math.max(0, 2 * high)];
}

/** Every figure that a chart has to have room for; stacked ones added up. */
export function figuresOf(
  points: readonly ChartPoint[],
  series: readonly ChartSeries[],
  { marks = [], stacked = false }: { marks?: readonly ChartMark[] | undefined; stacked?: boolean } = {},
): number[] {
  const figures = points.flatMap((point) => {
    const own = series.map((one) => figureAt(point, one) ?? 0);
    if (!stacked) return series.flatMap((one) => figureAt(point, one) ?? []);
    const sumOf = (keep: (value: number) => boolean) => own.filter(keep).reduce((sum, one) => sum + one, 0);
    return [sumOf((value) => value > 0), sumOf((value) => value < 0)];
  });
  return [...figures, ...marks.map(({ value }) => value)];
}

/** Positions of the points of a line, in pixels. */
export function linePositions(points: readonly ChartPoint[], width: number, pad = 0): number[] {
  const at = points.map((point, index) => point.at ?? index);
  const [first = 0, last = 0] = extent(at);
  if (first === last) return at.map(() => width / 2);
  return at.map(scaleLinear([first, last], [pad, width - pad]));
}

export interface PlaceLabel {
  x: number;
  lines: readonly string[];
  anchor: 'start' | 'middle' | 'end';
}

/** A label with its ends, and the position that it is for. */
interface LabelBox extends PlaceLabel {
  position: number;
  left: number;
  right: number;
}

/**
 * Texts under the axis that do not touch: all of them, in two lines where that is enough, or some with the last one. At
 * equal distances it is every second, every third, and so on.
 */
export function placeLabels(
  labels: readonly string[],
  positions: readonly number[],
  width: number,
): readonly PlaceLabel[] {
  const boxes = boxesOf(labels, positions, width);
  if (!areEven(boxes.map(({ position }) => position))) return mostEven(boxes);
  for (let step = 1; ; step += 1) {
    const shown = boxes.filter((_, at) => (boxes.length - 1 - at) % step === 0);
    if (shown.every((box, at) => !shown[at + 1] || haveRoom(box, shown[at + 1] as LabelBox))) return shown;
  }
}

function areEven(positions: readonly number[]): boolean {
  const gaps = positions.slice(1).map((one, index) => one - (positions[index] ?? 0));
  return gaps.every((gap) => Math.abs(gap - (gaps[0] ?? 0)) < 1);
}

function boxesOf(labels: readonly string[], positions: readonly number[], width: number): LabelBox[] {
  return labels.flatMap((label, index) => {
    if (label === '') return [];
    const lines = linesOf(label, labels.length * (textWidth(label) + LABEL_GAP_PX) > width);
    const wide = Math.max(...lines.map(textWidth));
    const position = positions[index] ?? 0;
    const left = Math.max(0, Math.min(position - wide / 2, width - wide));
    const anchor = position - wide / 2 < 0 ? 'start' : position + wide / 2 > width ? 'end' : 'middle';
    const x = anchor === 'start' ? 0 : anchor === 'end' ? width : position;
    return [{ x, lines, anchor, position, left, right: left + wide }];
  });
}

/** The words of a label in two lines are short, and need less room between them. */
const haveRoom = (one: LabelBox, next: LabelBox) =>
  one.right + (next.lines.length > 1 ? WRAPPED_GAP_PX : LABEL_GAP_PX) <= next.left;

/** The last label and those before it with the least sum of squared distances: many, and as even as they can be. */
function mostEven(boxes: readonly LabelBox[]): LabelBox[] {
  const ways: { sum: number; shown: LabelBox[] }[] = [];
  for (const box of boxes) {
    let best = { sum: box.position ** 2, shown: [box] };
    for (const { sum, shown } of ways) {
      const before = shown.at(-1);
      if (!before || !haveRoom(before, box)) continue;
      const longer = sum + (box.position - before.position) ** 2;
      if (longer < best.sum) best = { sum: longer, shown: [...shown, box] };
    }
    ways.push(best);
  }
  return ways.at(-1)?.shown ?? [];
}

const MONTH_OR_QUARTER = /^\w{2,3} \d{4}$/;

/** "Shares sold" and "Nov 2026" as two lines where one is too wide; days stay whole. */
function linesOf(label: string, tooWide: boolean): readonly string[] {
  const words = label.split(' ');
  return tooWide && words.length === 2 && (MONTH_OR_QUARTER.test(label) || !/\d/.test(label))
    ? words
    : [label];
}

/** Round figures under the axis of a chart whose points have positions. */
export function roundLabels(
  points: readonly ChartPoint[],
  positions: readonly number[],
  format: (at: number) => string,
): PlaceLabel[] {
  const [first = 0, last = 0] = extent(points, ({ at }) => at ?? 0);
  const [left = 0, right = 0] = extent(positions);
  if (first === last) return [{ x: left, lines: [format(first)], anchor: 'middle' }];
  const scale = scaleLinear([first, last], [left, right]);
  const ticks = scale
    .ticks(Math.max(2, Math.floor((right - left) / ROUND_LABEL_PX)))
    .filter(Number.isInteger);
  return ticks.map((tick) => ({ x: scale(tick), lines: [format(tick)], anchor: 'middle' }));
}

const MONTHS_PER_LABEL = [1, 2, 3, 6, 12, 24, 60];
const MONTH_LABEL_PX = textWidth('Nov 2026') + LABEL_GAP_PX;

/**
 * The first days of months under the axis of a chart whose points are moments, at distances of whole parts of a year;
 * null where the points span less than two of them.
 */
export function monthLabels(
  points: readonly ChartPoint[],
  positions: readonly number[],
  width: number,
): PlaceLabel[] | null {
  const [first, last] = extent(points, ({ at }) => at);
  const [left = 0, right = 0] = extent(positions);
  if (first === undefined || last === undefined || first === last) return null;
  const scale = scaleLinear([first, last], [left, right]);
  const starts: string[] = [];
  for (
    let month = monthOf(new Date(first));
    monthBounds(month).from.getTime() <= last;
    month = monthAfter(month)
  )
    if (monthBounds(month).from.getTime() >= first) starts.push(month);
  const step = MONTHS_PER_LABEL.find((months) => (starts.length / months) * MONTH_LABEL_PX <= width) ?? 120;
  const labels = starts
    .filter((month) => monthNumber(month) % step === 0)
    .map((month): PlaceLabel => {
      const text = monthText(month);
      return { x: scale(monthBounds(month).from.getTime()), lines: [text], anchor: 'middle' };
    })
    .filter(({ x, lines: [text = ''] }) => x <= width - textWidth(text) / 2);
  return labels.length < 2 ? null : labels;
}

const monthNumber = (month: string) => 12 * Number(month.slice(0, 4)) + Number(month.slice(5)) - 1;
