import {
  awning,
  boards,
  brass,
  bricks,
  chimney,
  cornice,
  door,
  doors,
  eave,
  gleam,
  ink,
  type Plan,
  pickWall,
  railing,
  roofs,
  type Size,
  shade,
  siding,
  trim,
  wall,
  windows,
} from './facade-parts.ts';
import { type Box, between, grid, type Pen, pick, type Random, spread, within } from './facade-pen.ts';

const clayTiles = '#b0593d';

function hipRoof(pen: Pen, x: number, y: number, width: number, height: number, color: string) {
  const inset = height * 0.85;
  pen.polygon(
    color,
    [x - 7, y],
    [x + width + 7, y],
    [x + width - inset, y + height],
    [x + inset, y + height],
  );
  pen.polygon(shade.soft, [x + width * 0.6, y], [x + width + 7, y], [x + width - inset, y + height]);
  const lines = [0.3, 0.55, 0.8].map((share): Box => {
    const slope = inset * share;
    return [x - 4 + slope, y + height * share, width + 8 - 2 * slope, 1.2];
  });
  pen.boxes(shade.soft, ...lines);
  pen.boxes(trim, [x - 7, y - 2.5, width + 14, 2.5]);
}

function gable(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
  colors: { wall: string; roof: string },
) {
  const middle = x + width / 2;
  pen.polygon(colors.roof, [x - 9, y - 6], [middle, y + height + 8], [x + width + 9, y - 6]);
  pen.polygon(colors.wall, [x + 2, y - 6], [middle, y + height - 3], [x + width - 2, y - 6]);
  pen.polygon(shade.soft, [x + 2, y - 4], [middle, y + height - 3], [middle, y + height - 9], [x + 9, y - 4]);
}

function mainHouse(pen: Pen, random: Random, x: number) {
  const color = pickWall(random, 'plaster');
  wall(pen, color, [x, 0, 116, 106]);
  eave(pen, x, 104, 116, 5);
  hipRoof(pen, x, 106, 116, 30, clayTiles);
  const look = { cross: true, shutters: '#5f7f6d' };
  windows(pen, random, grid(spread(x + 6, x + 110, 3, 16), [64], 16, 30), look);
  windows(pen, random, grid([x + 12, x + 88], [14], 16, 30), look);
  pen.boxes(trim, [x + 36, 57, 44, 3]);
  railing(pen, x + 38, 60, 40, 12);
  door(pen, [x + 48, 6, 20, 40], { color: pick(random, doors), arched: true, steps: 2 });
}

/** One with two wings, or two or three side by side. */
export function villa(random: Random, { units }: Size): Plan {
  const count = within(1, 3, units ?? 1);
  const wing = between(random, 56, 74);
  const hasTerraces = random() < 0.5;
  const color = pickWall(random, 'plaster');
  return {
    width: count === 1 ? 256 : count * 124 - 8,
    stories: 2,
    garden: 'warm',
    draw: (pen) => {
      for (const x of count === 1 ? [0, 176] : []) {
        wall(pen, color, [x, 0, 80, wing]);
        if (hasTerraces) railing(pen, x, wing, 80, 11, trim);
        else hipRoof(pen, x, wing, 80, 20, clayTiles);
        windows(pen, random, grid(spread(x + 6, x + 74, 2, 17), [16], 17, 34), { arched: true, cross: true });
      }
      if (count === 1) chimney(pen, 158, 118, 26, color);
      const lefts = Array.from({ length: count }, (_, index) => (count === 1 ? 70 : index * 124));
      for (const x of lefts) mainHouse(pen, random, x);
    },
  };
}

export function duplex(random: Random): Plan {
  const left = pickWall(random, 'timber');
  const right = pick(random, ['#f4efe3', '#e7d3b0', '#c9d2c4', '#d9a98c']);
  const roof = pick(random, roofs);
  const colors = [pick(random, doors), pick(random, doors)];
  const rise = between(random, 34, 52);
  return {
    width: 236,
    stories: 2,
    garden: 'leafy',
    draw: (pen) => {
      pen.polygon(roof, [20, 78], [40, 124], [196, 124], [216, 78]);
      chimney(pen, 111.5, 112, 30);
      for (const [index, color] of [left, right].entries()) {
        const x = index * 118;
        wall(pen, color, [x, 0, 118, 82]);
        gable(pen, x + 8, 84, 102, rise, { wall: color, roof });
        siding(pen, [x, 2, 118, 80], 7);
        windows(pen, random, grid(spread(x + 12, x + 106, 3, 17), [50], 17, 24), { cross: true });
        windows(pen, random, [[x + 51, 90, 16, 17]], { arched: true, sill: false });
        const doorX = index === 0 ? 78 : 140;
        windows(pen, random, [[index === 0 ? 18 : 176, 13, 42, 22]], { cross: true });
        door(pen, [doorX, 5, 18, 33], { color: colors[index] ?? doors[0], steps: 1, fanlight: true });
        pen.polygon(roof, [doorX - 12, 41], [doorX - 6, 49], [doorX + 24, 49], [doorX + 30, 41]);
        pen.boxes(trim, [doorX - 9, 0, 3, 41], [doorX + 24, 0, 3, 41]);
      }
      pen.boxes(trim, [116.5, 0, 3, 82]);
    },
  };
}

interface RowLook {
  stories: number;
  height: number;
  kind: number;
  roof: string;
  doorColor: string;
}

function rowHouse(pen: Pen, random: Random, x: number, look: RowLook) {
  const { stories, height, kind, roof, doorColor } = look;
  const width = 58;
  const color = kind % 2 ? pickWall(random, 'brick') : pickWall(random, 'plaster');
  const middle = x + width / 2;
  if (kind === 0) {
    pen.polygon(
      roof,
      [x - 1, height],
      [x + 7, height + 30],
      [x + width - 7, height + 30],
      [x + width + 1, height],
    );
    windows(pen, random, [[middle - 8, height + 5, 16, 17]], { cross: true, arched: true });
  }
  wall(pen, color, [x, 0, width, height]);
  if (kind === 1) {
    const stairs = [0, 1, 2, 3].map(
      (step): Box => [x + step * 7.2, height + step * 8, width - step * 14.4, 8],
    );
    pen.boxes(color, ...stairs);
    const copings = stairs.flatMap(([sx, sy, sw]): Box[] => [
      [sx - 1, sy + 8, 9, 0],
      [sx + sw - 8, sy + 8, 9, 0],
    ]);
    pen.lines(trim, { width: 2 }, ...copings);
    windows(pen, random, [[middle - 6, height + 4, 12, 16]], { sill: false });
  }
  if (kind === 2) {
    pen.polygon(roof, [x - 3, height - 2], [middle, height + 36], [x + width + 3, height - 2]);
    pen.polygon(color, [x + 4, height - 2], [middle, height + 29], [x + width - 4, height - 2]);
    pen.ellipse(trim, middle, height + 9, 7);
    pen.ellipse('#688', middle, height + 9, 5.2);
  }
  if (kind === 3) cornice(pen, x + 1, height, width - 2);
  const upper = Array.from({ length: stories - 1 }, (_, floor) => 46 + floor * 36);
  windows(pen, random, grid(spread(x + 3, x + width - 3, 2, 15), upper, 15, 25), {
    cross: kind % 2 === 0,
    sash: true,
    sill: false,
    lit: 0.22,
    ...(kind % 2 ? { lintel: trim } : {}),
  });
  windows(pen, random, [[x + 8, 13, 17, 22]], { sash: true, sill: false });
  door(pen, [x + 35, 4, 14, 33], { color: doorColor });
}

export function townhouseRow(random: Random, size: Size): Plan {
  const stories = within(2, 4, size.stories ?? 3);
  const count = within(2, 5, size.units ?? 4);
  const kinds = pick(random, [
    [0, 1, 2, 3],
    [2, 3, 1, 0],
    [1, 0, 3, 2],
    [3, 2, 0, 1],
  ]);
  const heights = Array.from({ length: count }, () => 4 + stories * 36 + between(random, 0, 14));
  const roof = pick(random, roofs);
  const doorColors = [pick(random, doors), pick(random, doors)];
  return {
    width: count * 58,
    stories,
    garden: 'leafy',
    draw: (pen) => {
      for (const [place, height] of heights.entries())
        rowHouse(pen, random, place * 58, {
          stories,
          height,
          kind: kinds[place % 4] ?? 0,
          roof,
          doorColor: doorColors[place % 2] ?? doors[0],
        });
    },
  };
}

export function craftsman(random: Random): Plan {
  const color = pickWall(random, 'timber');
  const roof = pick(random, roofs);
  const doorColor = pick(random, doors);
  const stone = '#b5aa98';
  return {
    width: 262,
    stories: 1,
    garden: 'leafy',
    draw: (pen) => {
      chimney(pen, 206, 70, 48, stone);
      wall(pen, color, [18, 0, 226, 60]);
      gable(pen, 18, 60, 226, 58, { wall: color, roof });
      siding(pen, [20, 4, 222, 56]);
      windows(pen, random, grid([104, 123, 142], [72], 16, 22), { cross: true, sill: false });
      pen.boxes(trim, [98, 66, 66, 3]);
      windows(pen, random, grid([186, 207], [20], 18, 28), { sash: true, cross: true });
      pen.boxes(shade.deep, [8, 0, 152, 52]);
      windows(pen, random, grid([30, 51], [18], 18, 25), { sash: true, cross: true, lit: 0.8 });
      door(pen, [98, 8, 21, 38], { color: doorColor, steps: 2, fanlight: true });
      pen.polygon(roof, [-8, 50], [84, 82], [176, 50]);
      pen.polygon(trim, [6, 52], [84, 78], [162, 52]);
      pen.polygon(color, [14, 52], [84, 75], [154, 52]);
      pen.boxes(trim, [-4, 47, 176, 5]);
      for (const x of [2, 72, 146]) {
        pen.boxes(stone, [x - 2, 0, 20, 20]);
        pen.boxes(shade.soft, [x - 2, 8, 20, 1.5], [x + 10, 0, 8, 20]);
        pen.polygon(trim, [x + 1, 20], [x + 4, 47], [x + 12, 47], [x + 15, 20]);
      }
      railing(pen, 18, 6, 52, 11, trim);
    },
  };
}

export function apartmentBlock(random: Random, size: Size): Plan {
  const color = pick(random, ['#ead9bb', '#d9a98c', '#c9d2c4', '#b1604a', '#f3e9d6']);
  const stories = within(2, 7, size.stories ?? between(random, 5, 6));
  const rail = pick(random, [ink, '#7d5817', trim]);
  const height = 30 + (stories - 1) * 29;
  const bottoms = Array.from({ length: stories - 1 }, (_, floor) => 37 + floor * 29);
  return {
    width: 214,
    stories,
    garden: 'plain',
    draw: (pen) => {
      pen.boxes('#5c6d62', [130, height, 44, 15]);
      pen.boxes(shade.soft, [130, height + 2, 44, 1.5], [130, height + 7, 44, 1.5]);
      pen.ellipse('#6e9470', 40, height + 8, 11);
      pen.ellipse('#4b7a5c', 56, height + 6, 8);
      wall(pen, color, [0, 0, 214, height]);
      pen.boxes('#8b8577', [0, 0, 214, 28]);
      pen.boxes(trim, [-3, height - 2, 220, 6], [0, 28, 214, 2.5]);
      eave(pen, 0, height - 2, 214, 4);
      for (const x of [46, 132]) {
        pen.boxes(shade.soft, [x - 4, 31, 44, height - 38]);
        windows(pen, random, grid([x], bottoms, 36, 21), { cross: true, sill: false, lit: 0.45 });
        for (const bottom of bottoms) {
          pen.boxes(trim, [x - 6, bottom - 5, 48, 3]);
          railing(pen, x - 5, bottom - 2, 46, 8, rail);
        }
      }
      windows(pen, random, grid([13, 99, 185], bottoms, 16, 18), { sash: true });
      windows(pen, random, grid([12, 46, 134, 168], [6], 28, 17), { sill: false, lit: 0.6, frame: ink });
      door(pen, [95, 2, 24, 23], { color: '#1e4d3b', steps: 1 });
      pen.boxes(brass, [86, 27, 42, 4]);
    },
  };
}

function brownstoneHouse(pen: Pen, random: Random, x: number, color: string, height: number) {
  const width = 84;
  const stone = '#d8c3a2';
  wall(pen, color, [x, 0, width, height]);
  bricks(pen, random, [x, 40, width, height - 48]);
  pen.boxes('#7a6152', [x, 0, width, 24]);
  pen.boxes(stone, [x, 24, width, 3]);
  const bottoms = height > 140 ? [74, 114] : [76];
  windows(pen, random, grid(spread(x + 5, x + 79, 3, 15), bottoms, 15, 29), { sash: true, lintel: stone });
  windows(pen, random, grid([x + 10, x + 32], [33], 15, 31), { sash: true, lintel: stone, lit: 0.6 });
  windows(pen, random, grid([x + 10, x + 32], [6], 15, 11), { sill: false });
  pen.arches(stone, [x + 54, 24, 25, 46]);
  door(pen, [x + 58, 24, 17, 36], { color: pick(random, doors), arched: true, steps: 0 });
  const steps = Array.from(
    { length: 6 },
    (_, step): Box => [x + 52 - (5 - step) * 3.4, step * 4, 29 + (5 - step) * 3.4, 4],
  );
  for (const [step, box] of steps.entries()) pen.boxes(step % 2 ? '#c9b592' : stone, box);
  cornice(pen, x + 1, height - 3, width - 2, '#5b4335');
}

export function brownstone(random: Random, { units }: Size): Plan {
  const count = within(2, 4, units ?? 2);
  const height = pick(random, [154, 158]);
  const colors = pick(random, [
    ['#8d5644', '#a9705a'],
    ['#96493a', '#d9bd94'],
    ['#7b5244', '#b1604a'],
  ]);
  return {
    width: count * 84,
    stories: 4,
    garden: 'leafy',
    draw: (pen) => {
      for (let place = 0; place < count; place += 1)
        brownstoneHouse(pen, random, place * 84, colors[place % 2] ?? '#8d5644', height - (place % 2) * 6);
    },
  };
}

export function victorian(random: Random): Plan {
  const color = pickWall(random, 'timber');
  const roof = pick(random, roofs);
  const accent = pick(random, doors);
  return {
    width: 214,
    stories: 2,
    garden: 'leafy',
    draw: (pen) => {
      chimney(pen, 96, 110, 44);
      pen.polygon(roof, [60, 92], [82, 142], [178, 142], [200, 92]);
      wall(pen, color, [64, 0, 134, 94]);
      gable(pen, 112, 94, 80, 52, { wall: color, roof });
      siding(pen, [64, 4, 134, 88]);
      pen.boxes(trim, [110, 86, 84, 3]);
      windows(pen, random, [[144, 98, 16, 20]], { arched: true });
      windows(pen, random, grid([88, 128, 164], [56], 16, 27), { sash: true, lintel: accent });
      windows(
        pen,
        random,
        [
          [172, 16, 16, 24],
          [100, 16, 16, 24],
        ],
        { sash: true },
      );
      wall(pen, color, [8, 0, 56, 112]);
      pen.boxes(shade.soft, [50, 0, 14, 112]);
      pen.boxes(trim, [6, 48, 60, 4], [6, 108, 60, 5]);
      pen.polygon(roof, [0, 112], [36, 170], [72, 112]);
      pen.polygon(shade.deep, [42, 112], [36, 170], [72, 112]);
      pen.boxes(brass, [35.2, 168, 1.6, 9]);
      windows(pen, random, grid([14, 31, 48], [64, 13], 11, 30), { sash: true });
      door(pen, [132, 7, 18, 34], { color: accent, steps: 2, fanlight: true });
      pen.polygon(roof, [66, 46], [74, 55], [202, 55], [208, 46]);
      pen.boxes(trim, [68, 43, 138, 3], ...[72, 118, 158, 198].map((x): Box => [x, 0, 3.2, 43]));
      railing(pen, 75, 3, 43, 10, trim);
      railing(pen, 161, 3, 37, 10, trim);
    },
  };
}

export function modernHouse(random: Random): Plan {
  const timber = pick(random, ['#a9764c', '#8a6142', '#6b5a4a']);
  const plaster = pick(random, ['#f6f1e6', '#e4dccb', '#cfd4cc']);
  return {
    width: 276,
    stories: 2,
    garden: 'plain',
    draw: (pen) => {
      wall(pen, timber, [20, 0, 150, 58]);
      boards(pen, shade.soft, [20, 0, 150, 58], 9);
      windows(pen, random, [[90, 6, 66, 44]], { cross: true, sill: false, frame: ink, lit: 1 });
      pen.boxes(ink, [111, 6, 1.4, 44], [134, 6, 1.4, 44]);
      door(pen, [54, 3, 19, 42], { color: pick(random, doors), steps: 1 });
      wall(pen, '#8c8d83', [170, 0, 80, 56]);
      pen.boxes('#6d716a', [182, 0, 58, 40]);
      pen.boxes(shade.soft, [182, 9, 58, 1.4], [182, 19, 58, 1.4], [182, 29, 58, 1.4]);
      pen.boxes(shade.deep, [62, 52, 206, 7]);
      wall(pen, plaster, [62, 58, 206, 60]);
      pen.boxes(ink, [58, 117, 214, 4]);
      windows(pen, random, [[76, 70, 84, 38]], { sill: false, frame: ink, lit: 0.7 });
      pen.boxes(ink, [104, 70, 1.4, 38], [132, 70, 1.4, 38]);
      windows(pen, random, grid([184, 214], [70], 18, 38), { sill: false, frame: ink });
      pen.boxes(timber, [240, 58, 28, 59]);
      pen.boxes(gleam, [76, 66, 84, 12]);
      railing(pen, 20, 58, 42, 11);
      pen.boxes('#d9d0bf', [0, 0, 20, 12]);
    },
  };
}

interface CottageLook {
  width: number;
  roof: string;
  ridge: number;
}

function smallHouse(pen: Pen, random: Random, x: number, { width, roof, ridge }: CottageLook) {
  const color = pick(random, ['#f6f1e6', '#ead9bb', '#c9d2c4', '#b9c6c5', '#c07f62']);
  const shutters = pick(random, doors);
  const middle = x + width / 2;
  const right = x + width;
  chimney(pen, right - 42, 96, ridge - 84);
  wall(pen, color, [x, 0, width, 62]);
  if (width > 200) siding(pen, [x, 3, width, 58]);
  eave(pen, x, 62, width, 5);
  pen.polygon(roof, [x - 9, 60], [x + 14, ridge], [right - 14, ridge], [right + 9, 60]);
  pen.boxes(shade.faint, [x - 2, 76, width + 4, 1.2], [x + 4, 92, width - 8, 1.2]);
  const dormers = width > 200 ? [-62, 0, 62] : [0];
  for (const left of dormers.map((offset) => middle - 16 + offset)) {
    wall(pen, color, [left, 68, 32, 28]);
    gable(pen, left, 97, 32, 16, { wall: color, roof });
    windows(pen, random, [[left + 9, 74, 14, 20]], { cross: true, sill: false });
  }
  const lefts = width > 200 ? [x + 20, x + 60, right - 76, right - 36] : [x + 14, right - 31];
  windows(pen, random, grid(lefts, [19], 17, 28), { cross: true, shutters });
  door(pen, [middle - 10, 6, 20, 38], { color: shutters, steps: 2, fanlight: true });
  pen.polygon(roof, [middle - 20, 48], [middle, 64], [middle + 20, 48]);
  pen.polygon(trim, [middle - 14, 49], [middle, 60], [middle + 14, 49]);
}

/** One with three dormers, or two small ones side by side. */
export function cottage(random: Random, { units }: Size): Plan {
  const count = within(1, 2, units ?? 1);
  const roof = pick(random, roofs);
  const ridge = between(random, 112, 130);
  const width = count === 1 ? 224 : 106;
  return {
    width: count * (width + 18) - 18,
    stories: 1,
    garden: 'leafy',
    draw: (pen) => {
      for (let index = 0; index < count; index += 1)
        smallHouse(pen, random, index * (width + 18), { width, roof, ridge });
      if (count > 1) return;
      for (const x of [-14, 134]) {
        pen.lines(trim, { width: 1.4 }, [x, 9, 104, 0]);
        boards(pen, trim, [x, 0, 104, 13], 8, 3);
      }
    },
  };
}

export function cornerShopHouse(random: Random): Plan {
  const color = pickWall(random, 'brick');
  const roof = pick(random, roofs);
  const shop = pick(random, doors);
  return {
    width: 190,
    stories: 3,
    garden: 'plain',
    draw: (pen) => {
      pen.polygon(roof, [-1, 118], [9, 150], [181, 150], [191, 118]);
      wall(pen, color, [0, 0, 190, 118]);
      bricks(pen, random, [0, 46, 190, 68]);
      cornice(pen, 1, 113, 188);
      for (const x of [24, 82, 140]) {
        wall(pen, trim, [x, 121, 26, 22]);
        pen.polygon(roof, [x - 4, 142], [x + 13, 153], [x + 30, 142]);
        windows(pen, random, [[x + 6, 123, 14, 17]], { cross: true, sill: false });
      }
      windows(pen, random, grid(spread(6, 184, 5, 16), [52, 84], 16, 23), { sash: true, lintel: trim });
      pen.boxes(shop, [0, 0, 190, 40]);
      pen.boxes(trim, [0, 40, 190, 3]);
      windows(pen, random, grid([12, 138], [7], 40, 22), { sill: false, lit: 1, frame: brass });
      awning(pen, 10, 30, 44, shop);
      awning(pen, 136, 30, 44, shop);
      door(pen, [85, 3, 20, 31], { color: '#6a4a3a', steps: 1, fanlight: true });
    },
  };
}
