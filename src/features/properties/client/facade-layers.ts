/** Colors and line style as SVG attributes; equal styles share a path. */
export interface Style {
  fill?: string;
  stroke?: string;
  strokeWidth?: number;
  strokeDasharray?: string;
}

export interface Shape {
  style: Style;
  d: string;
}

export type Extent = readonly [left: number, bottom: number, right: number, top: number];

export type Spot = readonly [x: number, y: number];

/** One closed figure or line: where the pen is set down, how it moves from there, and where it is lifted. */
export interface Part {
  style: Style;
  from: Spot;
  moves: string;
  to: Spot;
  extent: Extent;
}

function joinMoves(parts: readonly Part[]): string {
  const texts = parts.map(({ from, moves }, index) => {
    const last = parts[index - 1]?.to;
    if (last === undefined) return `M${from[0]} ${from[1]}${moves}`;
    return `m${from[0] - last[0]} ${from[1] - last[1]}${moves}`;
  });
  return texts.join('').replaceAll(' -', '-');
}

interface WaitingPart {
  part: Part;
  /** Number of parts of other styles to paint before this one; `blocked` are those that wait for it. */
  blockers: number;
  blocked: WaitingPart[];
}

function overlaps(one: Extent, other: Extent): boolean {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}

function groupByStyle(parts: readonly Part[]): WaitingPart[][] {
  const groups = new Map<string, WaitingPart[]>();
  const before: { key: string; waiting: WaitingPart }[] = [];
  for (const part of parts) {
    const key = Object.values(part.style).join();
    const waiting: WaitingPart = { part, blockers: 0, blocked: [] };
    for (const earlier of before) {
      if (earlier.key === key || !overlaps(earlier.waiting.part.extent, part.extent)) continue;
      earlier.waiting.blocked.push(waiting);
      waiting.blockers += 1;
    }
    before.push({ key, waiting });
    groups.set(key, [...(groups.get(key) ?? []), waiting]);
  }
  return [...groups.values()];
}

const isReady = (waiting: WaitingPart) => waiting.blockers === 0;

const freeShare = (group: readonly WaitingPart[]) => group.filter(isReady).length / group.length;

/**
 * Paints the same picture with few paths. A part only has to come after the parts below it, so each path takes all
 * parts of one style that can be painted now; the next path has the style with the fewest parts left.
 */
export function mergeParts(parts: readonly Part[]): Shape[] {
  const shapes: Shape[] = [];
  let groups = groupByStyle(parts);
  while (groups.length > 0) {
    const next = groups.reduce((best, group) => (freeShare(group) > freeShare(best) ? group : best));
    const ready = next.filter(isReady);
    for (const { blocked } of ready) for (const later of blocked) later.blockers -= 1;
    shapes.push({ style: ready[0]!.part.style, d: joinMoves(ready.map(({ part }) => part)) });
    const rest = next.filter((waiting) => !ready.includes(waiting));
    groups = groups.map((group) => (group === next ? rest : group)).filter((group) => group.length > 0);
  }
  return shapes;
}
