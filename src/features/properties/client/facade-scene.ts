import { mergeParts, type Part, type Shape } from './facade-layers.ts';
import type { Plan } from './facade-parts.ts';
import { between, createPen, type Pen, type Point, pick, type Random } from './facade-pen.ts';

export const SCENE_HEIGHT = 300;
const GROUND = 250;

interface Sky {
  top: string;
  bottom: string;
  sun: string;
  far: string;
  near: string;
  evening: boolean;
}

export const skies: readonly [Sky, ...Sky[]] = [
  { top: '#bcd5d9', bottom: '#f6ead6', sun: '#fff6e0', far: '#c3d0c6', near: '#adc0b0', evening: false },
  { top: '#cfe0de', bottom: '#faf1e0', sun: '#fffaf0', far: '#cdd8ca', near: '#b6c6b2', evening: false },
  { top: '#e9c998', bottom: '#fbeed8', sun: '#fff3d2', far: '#d9c7a2', near: '#c3b58f', evening: false },
  { top: '#dca88c', bottom: '#f9e4c8', sun: '#fde9bf', far: '#d3b79f', near: '#b9a58c', evening: true },
  { top: '#8ea6b8', bottom: '#f0cfae', sun: '#fbe6c4', far: '#a9aeb0', near: '#8f9d9a', evening: true },
  { top: '#d3dcd5', bottom: '#f4efe2', sun: '#ffffff', far: '#cbd3c8', near: '#b3c0b1', evening: false },
];

const trunk = '#654';

type Leaves = readonly [dark: string, light: string];

const leaves: readonly [Leaves, ...Leaves[]] = [
  ['#2f5d47', '#4b7a5c'],
  ['#4b7a5c', '#6e9470'],
  ['#5d8058', '#86a273'],
  ['#b0843a', '#c9a45a'],
  ['#3d6b58', '#5c8a70'],
];

function roundTree(pen: Pen, random: Random, x: number, size: number) {
  const [dark, light] = pick(random, leaves);
  const crown = size * 0.62;
  pen.lines(trunk, { width: 3.5 }, [x, 0, 0, crown]);
  pen.ellipse(dark, x - size * 0.17, crown, size * 0.24);
  pen.ellipse(dark, x + size * 0.18, crown - size * 0.03, size * 0.22);
  pen.ellipse(dark, x, crown + size * 0.15, size * 0.27);
  pen.ellipse(light, x - size * 0.1, crown + size * 0.19, size * 0.16);
}

function poplar(pen: Pen, random: Random, x: number, size: number) {
  const [dark, light] = pick(random, leaves);
  pen.lines(trunk, { width: 3.5 }, [x, 0, 0, size * 0.2]);
  pen.ellipse(dark, x, size * 0.56, size * 0.13, size * 0.46);
  pen.ellipse(light, x - size * 0.035, size * 0.6, size * 0.065, size * 0.36);
}

function pine(pen: Pen, random: Random, x: number, size: number) {
  const [dark, light] = pick<Leaves>(random, [
    ['#2f5d47', '#4b7a5c'],
    ['#3d6b58', '#5c8a70'],
  ]);
  pen.lines(trunk, { width: 3.5 }, [x, 0, 0, size * 0.2]);
  const edge = [
    [0.24, 0.14],
    [0.1, 0.38],
    [0.19, 0.38],
    [0.07, 0.62],
    [0.13, 0.62],
  ] as const;
  const left = edge.map(([out, up]): Point => [x - size * out, size * up]);
  const right = edge.map(([out, up]): Point => [x + size * out, size * up]).reverse();
  pen.polygon(dark, ...left, [x, size], ...right);
  pen.polygon(light, ...left, [x, size], [x - size * 0.05, size * 0.14]);
}

function cypress(pen: Pen, x: number, size: number) {
  pen.lines(trunk, { width: 3.5 }, [x, 0, 0, size * 0.12]);
  pen.polygon(
    '#3d6b58',
    [x - size * 0.09, size * 0.2],
    [x, size],
    [x + size * 0.09, size * 0.2],
    [x, size * 0.06],
  );
  pen.polygon('#5c8a70', [x - size * 0.09, size * 0.2], [x, size], [x - size * 0.01, size * 0.12]);
}

function bush(pen: Pen, random: Random, x: number, width: number) {
  const [dark, light] = pick(random, leaves);
  pen.ellipse(dark, x, 3, width * 0.5, width * 0.36);
  pen.ellipse(light, x - width * 0.12, 5, width * 0.26, width * 0.18);
}

function plant(pen: Pen, random: Random, x: number, size: number, garden: Plan['garden']) {
  if (garden === 'warm') cypress(pen, x, size * 1.15);
  else if (garden === 'yard') poplar(pen, random, x, size);
  else pick(random, [roundTree, roundTree, poplar, pine])(pen, random, x, size);
}

function cloud(pen: Pen, x: number, y: number, width: number) {
  pen.ellipse('#fff9', x, y, width * 0.5, width * 0.075);
  pen.ellipse('#fff9', x + width * 0.16, y + width * 0.06, width * 0.26, width * 0.08);
}

function hills(pen: Pen, random: Random, width: number, sky: Sky) {
  pen.ellipse(sky.far, width * 0.2, -20, width * 0.5, between(random, 62, 92));
  pen.ellipse(sky.far, width * 0.85, -20, width * 0.42, between(random, 52, 80));
  pen.ellipse(sky.near, width * 0.55, -24, width * 0.6, between(random, 46, 58));
}

function skyline(pen: Pen, random: Random, width: number, sky: Sky) {
  for (const [fill, low, high, step] of [
    [sky.far, 66, 142, 34],
    [sky.near, 34, 84, 46],
  ] as const) {
    const roofs: Point[] = [];
    for (let x = 0; x < width; x += step) {
      const height = between(random, low, high);
      roofs.push([x, height], [Math.min(x + step, width), height]);
    }
    pen.polygon(fill, [0, 0], ...roofs, [width, 0]);
  }
}

function drawSky(pen: Pen, random: Random, width: number, sky: Sky): Point {
  const sunX = Math.round(width * (0.12 + random() * 0.2) + (random() < 0.5 ? width * 0.56 : 0));
  const sunY = sky.evening ? between(random, 92, 126) : between(random, 176, 206);
  cloud(pen, width * 0.22 + between(random, -30, 30), between(random, 178, 214), between(random, 70, 104));
  cloud(pen, width * 0.74 + between(random, -30, 30), between(random, 150, 222), between(random, 54, 90));
  return [sunX, GROUND - sunY];
}

function drawBackground(pen: Pen, random: Random, width: number, sky: Sky, urban: boolean) {
  if (urban) skyline(pen, random, width, sky);
  else hills(pen, random, width, sky);
}

function drawGround(pen: Pen, width: number, garden: Plan['garden']) {
  const lawn = { leafy: '#9fb088', warm: '#b9b183', plain: '#cfc6b3', yard: '#c6bda9' }[garden];
  pen.boxes(lawn, [0, -14, width, 14]);
  pen.boxes('#e6decd', [0, -26, width, 12]);
  pen.boxes('#cba', [0, -29, width, 3]);
  pen.boxes('#a5a094', [0, -50, width, 21]);
  pen.lines('#e6decd', { width: 1.8, dash: '26 30' }, [10, -40, width - 10, 0]);
}

interface PlacedPlan {
  plan: Plan;
  left: number;
}

export interface Scene {
  width: number;
  sky: Sky;
  shapes: readonly Shape[];
  lights: readonly Shape[];
  /** From the top left; the moon takes the place of the sun when the page is dark. */
  sun: Point;
  moon: Point;
}

/** Paints from the back to the front; the gardens fill the space between the buildings. */
export function composeScene(
  width: number,
  sky: Sky,
  placed: readonly PlacedPlan[],
  random: Random,
  urban: boolean,
): Scene {
  const shapes: Part[] = [];
  const lights: Part[] = [];
  const pen = createPen(0, GROUND, shapes, lights);
  const sun = drawSky(pen, random, width, sky);
  const clouds = shapes.length;
  drawBackground(pen, random, width, sky, urban);
  drawGround(pen, width, placed[0]?.plan.garden ?? 'leafy');
  drawGardens(pen, random, width, placed);
  for (const { plan, left } of placed) {
    const building = createPen(left, GROUND, shapes, lights);
    building.polygon('#0002', [0, 0], [plan.width, 0], [plan.width + 26, -12], [16, -12]);
    plan.draw(building);
  }
  for (const { plan, left } of placed) drawBushes(pen, random, left, plan);
  return {
    width,
    sky,
    shapes: mergeParts(shapes),
    lights: mergeParts(lights),
    sun,
    moon: placeMoon(
      Math.round(width * (sun[0] < width / 2 ? 0.11 : 0.89)),
      between(random, 78, 96),
      shapes.slice(clouds),
    ),
  };
}

/** At that height, or above all that it would cover there. */
function placeMoon(x: number, y: number, drawn: readonly Part[]): Point {
  const tops = drawn.map(({ extent: [left, , right, top] }) => (left < x + 16 && right > x - 16 ? top : 0));
  return [x, Math.max(24, Math.min(y, GROUND - 16 - Math.max(...tops)))];
}

function drawGardens(pen: Pen, random: Random, width: number, placed: readonly PlacedPlan[]) {
  const edges = [0, ...placed.flatMap(({ left, plan }) => [left, left + plan.width]), width];
  for (let gap = 0; gap < edges.length; gap += 2) {
    const from = edges[gap] ?? 0;
    const to = edges[gap + 1] ?? width;
    const garden = placed[Math.min(gap / 2, placed.length - 1)]?.plan.garden ?? 'leafy';
    const count = Math.max(1, Math.min(3, Math.round((to - from) / 66)));
    for (let tree = 0; tree < count; tree += 1) {
      const x = from + ((tree + 0.5) * (to - from)) / count + between(random, -8, 8);
      plant(pen, random, x, between(random, 58, 96), garden);
    }
  }
}

function drawBushes(pen: Pen, random: Random, left: number, plan: Plan) {
  if (plan.garden === 'plain' || plan.garden === 'yard') return;
  for (const share of [0.03, 0.86, 0.97]) {
    if (random() < 0.7) bush(pen, random, left + plan.width * share, between(random, 14, 22));
  }
}
