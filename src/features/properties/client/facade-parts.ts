import { type Box, type Pen, pick, type Random } from './facade-pen.ts';

/** Size of the building as far as it is known. */
export interface Size {
  stories: number | null;
  units: number | null;
}

export interface Plan {
  width: number;
  stories: number;
  garden: 'leafy' | 'warm' | 'plain' | 'yard';
  draw: (pen: Pen) => void;
}

export const shade = { faint: '#0001', soft: '#0002', deep: '#0004' };
export const gleam = '#fff3';
export const trim = '#fbf6ea';
export const ink = '#233';
export const brass = '#b98a3c';

const walls = {
  plaster: ['#f3e9d6', '#ead9bb', '#e3bfa4', '#f6f1e6', '#dfcba0', '#d8ddd0'],
  timber: ['#a9b79f', '#b9c6c5', '#f4efe3', '#d9b888', '#8fa4a3', '#c9846a', '#6f8c7a'],
  brick: ['#b1604a', '#96493a', '#a9705a', '#8d5644', '#c07f62'],
} as const;

export const roofs = ['#47534f', '#39433f', '#6a4a3a', '#2f5344', '#77807b'] as const;
export const doors = ['#1e4d3b', '#b98a3c', '#a4432f', '#2f4f60', '#233'] as const;

const glass = '#688';
const glassLight = '#8aa';

interface WindowLook {
  frame?: string;
  cross?: boolean;
  sash?: boolean;
  arched?: boolean;
  sill?: boolean;
  lintel?: string;
  shutters?: string;
  lit?: number;
}

export function windows(pen: Pen, random: Random, boxes: readonly Box[], look: WindowLook = {}) {
  const {
    frame = trim,
    cross,
    sash,
    arched = false,
    lintel,
    sill = lintel === undefined,
    shutters,
    lit = 0.36,
  } = look;
  if (lintel)
    pen.lines(lintel, { width: 3 }, ...boxes.map(([x, y, w, h]): Box => [x - 3, y + h + 2.5, w + 6, 0]));
  if (shutters) {
    const pairs = boxes.flatMap(([x, y, w, h]): Box[] => [
      [x - 4.5, y - 1, 0, h + 2],
      [x + w + 4.5, y - 1, 0, h + 2],
    ]);
    pen.lines(shutters, { width: 4.6 }, ...pairs);
  }
  if (sill)
    pen.lines(shade.soft, { width: 2.5 }, ...boxes.map(([x, y, w]): Box => [x - 2.5, y - 2.5, w + 5, 0]));
  pen.framed(glass, frame, arched, boxes);
  for (const [x, y, w, h] of boxes) {
    const top = arched ? y + h - w / 2 : y + h - 1;
    pen.polygon(glassLight, [x + 1, top], [x + w * 0.75, top], [x + 1, Math.max(y + 1, top - w)]);
  }
  const bars = boxes.flatMap(([x, y, w, h]): Box[] => {
    const post: Box[] = cross ? [[x + w / 2, y, 0, h]] : [];
    return sash || cross ? [...post, [x, y + Math.round(h * 0.57), w, 0]] : post;
  });
  pen.lines(frame, { width: 1.4 }, ...bars);
  for (const [x, y, w, h] of boxes) {
    if (random() < lit) pen.light([x + 1, y + 1, w - 2, (arched ? h - w * 0.3 : h) - 2]);
  }
}

interface DoorLook {
  color: string;
  arched?: boolean;
  steps?: number;
  fanlight?: boolean;
}

export function door(pen: Pen, [x, y, width, height]: Box, { color, arched, steps = 1, fanlight }: DoorLook) {
  const fill = arched ? pen.arches : pen.boxes;
  fill(trim, [x - 2.5, y, width + 5, height + 2.5]);
  fill(color, [x, y, width, height]);
  if (fanlight) {
    pen.boxes(glassLight, [x + 1, y + height - 6, width - 2, 5]);
  }
  pen.lines(shade.deep, { width: 1.4 }, [x + Math.round(width / 2), y + 3, 0, height * (arched ? 0.7 : 0.6)]);
  for (let step = 0; step < steps; step += 1) {
    const out = (steps - step) * 3;
    pen.boxes('#dcb', [x - 2 - out, y - (steps - step) * 3, width + 4 + 2 * out, 3]);
  }
}

/** The right side lies a little in the shade, which turns a flat wall into a body. */
export function wall(pen: Pen, color: string, box: Box) {
  const [x, y, width, height] = box;
  pen.boxes(color, box);
  pen.boxes(shade.faint, [x + width * 0.72, y, width * 0.28, height]);
}

export function eave(pen: Pen, x: number, y: number, width: number, depth = 4) {
  pen.boxes(shade.soft, [x, y - depth, width, depth]);
}

export function siding(pen: Pen, [x, y, width, height]: Box, step = 6) {
  pen.lines(shade.faint, { width, dash: `1 ${step - 1}` }, [x + width / 2, y + 2, 0, height - 2]);
}

export function boards(pen: Pen, color: string, [x, y, width, height]: Box, step: number, board = 1) {
  pen.lines(color, { width: height, dash: `${board} ${step - board}` }, [x, y + height / 2, width, 0]);
}

export function bricks(pen: Pen, random: Random, [x, y, width, height]: Box) {
  const rows = Math.floor(height / 18);
  const lines = Array.from({ length: rows }, (_, row): Box => {
    const from = x + 2 + Math.round(random() * 16);
    return [from, y + 8 + row * 18, width - (from - x) - 3, 0];
  });
  pen.lines(shade.soft, { width: 1.8, dash: '7 19 7 44 7 31' }, ...lines);
}

export function chimney(pen: Pen, x: number, y: number, height: number, color = '#96493a') {
  pen.boxes(color, [x, y, 13, height]);
  pen.boxes(shade.soft, [x + 8, y, 5, height]);
  pen.boxes('#dcb', [x - 1.5, y + height, 16, 3]);
}

export function railing(pen: Pen, x: number, y: number, width: number, height = 10, color = ink) {
  pen.lines(color, { width: 1.4 }, [x, y + height, width, 0], [x, y + 1, width, 0]);
  boards(pen, color, [x, y, width, height], 5);
}

export function awning(pen: Pen, x: number, y: number, width: number, color: string) {
  const stripes = Math.round(width / 20) * 2 + 1;
  const step = width / stripes;
  pen.polygon(trim, [x + 2, y + 11], [x + width - 2, y + 11], [x + width + 3, y], [x - 3, y]);
  for (let stripe = 0; stripe < stripes; stripe += 2) {
    const near = (width + 6) / stripes;
    const left = x - 3 + stripe * near;
    pen.polygon(
      color,
      [x + stripe * step, y + 11],
      [x + (stripe + 1) * step, y + 11],
      [left + near, y],
      [left, y],
    );
  }
  pen.boxes(shade.deep, [x, y - 3, width, 3]);
}

export function cornice(pen: Pen, x: number, y: number, width: number, color = trim) {
  pen.boxes(shade.soft, [x, y - 6, width, 3]);
  pen.boxes(color, [x - 3, y, width + 6, 5], [x - 5, y + 5, width + 10, 3]);
  pen.lines(color, { width: 4, dash: '4 5' }, [x + 2, y - 2, width - 4, 0]);
}

export function shopFront(pen: Pen, random: Random, [x, y, width, height]: Box, frame = ink) {
  const doorWidth = 15;
  pen.boxes(frame, [x, y, width, height]);
  const pane = (width - doorWidth - 9) / 2;
  const lefts = [x + 3, x + pane + doorWidth + 6];
  pen.boxes(glass, ...lefts.map((left): Box => [left, y + 7, pane, height - 10]), [
    x + pane + 5,
    y + 2,
    doorWidth - 1,
    height - 5,
  ]);
  for (const left of lefts) {
    pen.polygon(glassLight, [left, y + height - 3], [left + pane * 0.6, y + height - 3], [left, y + 10]);
    if (random() < 0.8) pen.light([left, y + 7, pane, height - 10]);
  }
  pen.light([x + pane + 5, y + 2, doorWidth - 1, height - 5]);
}

export function pickWall(random: Random, kind: keyof typeof walls): string {
  return pick(random, walls[kind]);
}
