import type { Extent, Part, Spot, Style } from './facade-layers.ts';

export type Random = () => number;

/** Left, bottom, width and height; heights count upwards from the ground. */
export type Box = readonly [x: number, y: number, width: number, height: number];

export type Point = readonly [x: number, y: number];

/** The same number always starts the same series. */
export function createRandom(seed: number): Random {
  let state = (Math.imul(seed, 2654435761) ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<Item>(random: Random, items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

export function between(random: Random, low: number, high: number): number {
  return Math.round(low + random() * (high - low));
}

export function within(low: number, high: number, value: number): number {
  return Math.max(low, Math.min(high, value));
}

/** The left edges of `count` things of one width, spread evenly from one edge to another. */
export function spread(from: number, to: number, count: number, width: number): number[] {
  const gap = (to - from - count * width) / count;
  return Array.from({ length: count }, (_, index) => Math.round(from + gap / 2 + index * (width + gap)));
}

export function grid(
  lefts: readonly number[],
  bottoms: readonly number[],
  width: number,
  height: number,
): Box[] {
  return bottoms.flatMap((bottom) => lefts.map((left): Box => [left, bottom, width, height]));
}

/** Whole units where rounding cannot be seen, halves for thin parts. */
function round(value: number): number {
  return Math.abs(value) < 4 ? Math.round(value * 2) / 2 : Math.round(value);
}

function text(value: number): string {
  return String(round(value)).replace(/^(-?)0\./, '$1.');
}

function step(right: number, up: number): string {
  if (round(up) === 0) return `h${text(right)}`;
  return round(right) === 0 ? `v${text(-up)}` : `l${text(right)} ${text(-up)}`;
}

/** All parts turn the same way, or two overlapping ones of one path would cut a hole. */
function clockwise(points: readonly Point[]): readonly Point[] {
  const area = points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);
  return area > 0 ? [...points].reverse() : points;
}

interface LineStyle {
  width: number;
  dash?: string;
}

export interface Pen {
  boxes: (fill: string, ...boxes: Box[]) => void;
  framed: (fill: string, frame: string, arched: boolean, boxes: readonly Box[]) => void;
  polygon: (fill: string, ...points: Point[]) => void;
  arches: (fill: string, ...boxes: Box[]) => void;
  ellipse: (fill: string, centerX: number, centerY: number, radiusX: number, radiusY?: number) => void;
  /** Lines from a point, as far right and up as the last two numbers say. */
  lines: (stroke: string, style: LineStyle, ...lines: Box[]) => void;
  light: (box: Box) => void;
}

const boxMoves = (width: number, height: number) => `h${text(width)}v${text(height)}h${text(-width)}z`;

function archMoves(width: number, height: number): string {
  const radius = text(width / 2);
  const side = text(height - width / 2);
  return `v-${side}a${radius} ${radius} 0 0 1 ${text(width)} 0v${side}z`;
}

/** Draws with the left edge and the ground of one building as its origin. */
export function createPen(originX: number, ground: number, shapes: Part[], lights: Part[]): Pen {
  const left = Math.round(originX);
  const spot = (x: number, y: number): Spot => [Math.round(left + x), Math.round(ground - y)];
  const extentOf = ([x, y, width, height]: Box, margin = 0): Extent => [
    left + x - margin,
    y - margin,
    left + x + width + margin,
    y + height + margin,
  ];

  function closed(style: Style, from: Spot, moves: string, box: Box, margin = 0) {
    shapes.push({ style, from, moves, to: from, extent: extentOf(box, margin) });
  }

  function outline(style: Style, arched: boolean, box: Box, margin = 0) {
    const [x, y, width, height] = box;
    if (arched) closed(style, spot(x, y), archMoves(width, height), box, margin);
    else closed(style, spot(x, y + height), boxMoves(width, height), box, margin);
  }

  return {
    boxes: (fill, ...boxes) => {
      for (const box of boxes) outline({ fill }, false, box);
    },
    arches: (fill, ...boxes) => {
      for (const box of boxes) outline({ fill }, true, box);
    },
    framed: (fill, frame, arched, boxes) => {
      for (const box of boxes) outline({ fill, stroke: frame, strokeWidth: 2.4 }, arched, box, 1.2);
    },
    polygon: (fill, ...given) => {
      const points = clockwise(given);
      const moves = points.slice(1).map(([x, y], index) => {
        const [fromX, fromY] = points[index]!;
        return step(x - fromX, y - fromY);
      });
      closed({ fill }, spot(...points[0]!), `${moves.join('')}z`, around(points));
    },
    ellipse: (fill, centerX, centerY, radiusX, radiusY = radiusX) => {
      const box: Box = [centerX - radiusX, centerY - radiusY, 2 * radiusX, 2 * radiusY];
      const arc = `a${text(radiusX)} ${text(radiusY)} 0 1 1 .1 0z`;
      closed({ fill }, spot(centerX, centerY - radiusY), arc, box);
    },
    lines: (stroke, { width, dash }, ...lines) => {
      const style = { stroke, strokeWidth: width, ...(dash === undefined ? {} : { strokeDasharray: dash }) };
      for (const line of lines) {
        const [x, y, right, up] = line;
        const from = spot(x, y);
        const to: Spot = [from[0] + round(right), from[1] - round(up)];
        shapes.push({ style, from, moves: step(right, up), to, extent: extentOf(line, width / 2) });
      }
    },
    light: (box) => {
      const [x, y, width, height] = box;
      const pane = Math.round(width - 1) / 2;
      const from: Spot = [round(left + x) + pane / 2, Math.round(ground - y - height)];
      const tall = round(height);
      const across = width - pane;
      lights.push({
        style: { stroke: '#fd8', strokeWidth: pane },
        from,
        moves: `v${tall}m${across} -${tall}v${tall}`,
        to: [from[0] + across, from[1] + tall],
        extent: extentOf(box),
      });
    },
  };
}

function around(points: readonly Point[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return [x, y, Math.max(...xs) - x, Math.max(...ys) - y];
}
