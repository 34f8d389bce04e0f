import {
  awning,
  boards,
  brass,
  bricks,
  cornice,
  doors,
  gleam,
  ink,
  type Plan,
  pickWall,
  railing,
  type Size,
  shade,
  shopFront,
  trim,
  wall,
  windows,
} from './facade-parts.ts';
import { type Box, between, grid, pick, type Random, spread, within } from './facade-pen.ts';

export function glassTower(random: Random, size: Size): Plan {
  const tint = pick(random, ['#6f8f92', '#7f9a8d', '#8799a0']);
  const stories = within(6, 18, size.stories ?? between(random, 8, 12));
  const upper = stories - 1;
  const step = within(9, 18, Math.floor(170 / upper));
  const height = 34 + upper * step;
  return {
    width: 200,
    stories,
    garden: 'plain',
    draw: (pen) => {
      pen.boxes('#d9cfbd', [54, height, 70, 10]);
      pen.boxes(ink, [112, height + 8, 1.6, 18]);
      pen.boxes(tint, [42, 0, 116, height]);
      pen.polygon(gleam, [42, height], [104, height], [42, height - 120]);
      pen.polygon(gleam, [158, height - 60], [158, height - 96], [66, 34], [92, 34]);
      pen.boxes(shade.soft, [126, 0, 32, height]);
      const floors = Array.from({ length: upper }, (_, floor) => 36.5 + floor * step);
      const panes = grid([51, 68, 85, 102, 119, 136], floors, 13, step - 4);
      for (const box of panes) if (random() < 0.24) pen.light(box);
      pen.lines('#f4efe3b8', { width: 116, dash: `1.4 ${step - 1.4}` }, [100, height, 0, 34 - height]);
      boards(pen, trim, [48, 34, 104, height - 30], 17, 2);
      pen.boxes(trim, [40, height, 120, 5]);
      wall(pen, '#d9cfbd', [0, 0, 200, 34]);
      pen.boxes(trim, [-3, 33, 206, 4]);
      shopFront(pen, random, [10, 0, 54, 25]);
      shopFront(pen, random, [136, 0, 54, 25]);
      pen.boxes(ink, [74, 0, 52, 28]);
      pen.boxes('#8aa', [77, 0, 22, 25], [101, 0, 22, 25]);
      pen.light([77, 0, 22, 25]);
      pen.light([101, 0, 22, 25]);
      pen.boxes(brass, [68, 28, 64, 4]);
    },
  };
}

export function shopRow(random: Random, size: Size): Plan {
  const colors = [pickWall(random, 'plaster'), pickWall(random, 'brick'), pickWall(random, 'timber')];
  const stories = size.stories === 1 ? 1 : 2;
  const heights = colors.map(() => (stories === 1 ? between(random, 58, 66) : between(random, 88, 112)));
  return {
    width: 264,
    stories,
    garden: 'plain',
    draw: (pen) => {
      for (const [place, color] of colors.entries()) {
        const x = place * 88;
        const height = heights[place] ?? 96;
        const front = pick(random, doors);
        wall(pen, color, [x, 0, 88, height]);
        if (place === 1) bricks(pen, random, [x, 54, 88, height - 60]);
        const upper = grid(spread(x + 5, x + 83, 3, 16), stories === 1 ? [] : [58], 16, height - 76);
        windows(pen, random, upper, { sash: true, cross: place === 0 });
        if (place === 0) pen.polygon(trim, [x + 22, height + 4], [x + 44, height + 17], [x + 66, height + 4]);
        cornice(pen, x + 1, height - 3, 86, place === 1 ? '#5b4335' : trim);
        shopFront(pen, random, [x + 5, 0, 78, 36], front);
        pen.boxes(front, [x + 3, 40, 82, 9]);
        pen.boxes('#f0dfb4', [x + 24, 43.4, 40, 2.2]);
        awning(pen, x + 7, 28, 74, pick(random, doors));
      }
    },
  };
}

export function cornerBlock(random: Random): Plan {
  const color = pickWall(random, 'brick');
  const roof = pick(random, ['#2f5344', '#47534f', '#6a4a3a']);
  const front = pick(random, doors);
  return {
    width: 236,
    stories: 4,
    garden: 'plain',
    draw: (pen) => {
      wall(pen, color, [0, 0, 190, 140]);
      bricks(pen, random, [0, 44, 180, 90]);
      windows(pen, random, grid(spread(6, 178, 5, 17), [46, 78, 110], 17, 20), { sash: true, lintel: trim });
      cornice(pen, 0, 138, 182);
      shopFront(pen, random, [8, 0, 80, 34], front);
      shopFront(pen, random, [96, 0, 80, 34], front);
      awning(pen, 10, 30, 76, front);
      awning(pen, 98, 30, 76, front);
      wall(pen, color, [182, 0, 54, 150]);
      pen.boxes(shade.soft, [218, 0, 18, 150]);
      pen.boxes(trim, [180, 38, 58, 4], [180, 148, 58, 5]);
      windows(pen, random, grid([190, 212], [46, 80, 114], 14, 22));
      pen.polygon(roof, [178, 153], [196, 178], [222, 178], [240, 153]);
      pen.boxes(trim, [199, 178, 20, 8]);
      pen.polygon(roof, [196, 186], [209, 202], [222, 186]);
      pen.boxes(brass, [208.2, 200, 1.6, 10]);
      pen.arches(ink, [196, 0, 26, 34]);
      pen.arches('#8aa', [199, 0, 20, 30]);
      pen.light([199, 0, 20, 22]);
    },
  };
}

export function terraceOffice(random: Random, size: Size): Plan {
  const slab = pick(random, ['#efe6d5', '#f6f1e6', '#dcd3c2']);
  const timber = pick(random, ['#a9764c', '#b98a3c', '#8a6142']);
  const stories = within(1, 5, size.stories ?? between(random, 3, 5));
  const floors = Array.from({ length: stories }, (_, floor) => floor);
  const top = stories * 36;
  return {
    width: 300,
    stories,
    garden: 'leafy',
    draw: (pen) => {
      for (const floor of floors) {
        const bottom = floor * 36;
        const left = floor * 10;
        const right = 300 - floor * 14;
        const panes = spread(left + 6, Math.min(right - 6, 210), Math.min(9, 13 - stories) - floor, 17);
        pen.boxes('#46585a', [left + 4, bottom, right - left - 8, 30]);
        windows(pen, random, grid(panes, [bottom + 2], 17, 26), { sill: false, frame: '#5a6a69', lit: 0.5 });
        pen.boxes(timber, ...panes.slice(1).map((x): Box => [x - 3.4, bottom, 2, 30]));
        if (right > 262)
          windows(pen, random, [[264, bottom + 2, right - 272, 26]], { sill: false, frame: '#5a6a69' });
        pen.boxes(slab, [left - 4, bottom + 30, right - left + 8, 6]);
        pen.boxes(shade.soft, [left, bottom + 27, right - left, 3]);
      }
      wall(pen, timber, [216, 0, 40, top + 14]);
      boards(pen, shade.soft, [216, 0, 40, top + 14], 5);
      pen.boxes(slab, [212, top + 12, 48, 4]);
      for (const floor of floors) {
        const y = (floor + 1) * 36 + 1;
        for (const x of [floor * 10 + 2, floor * 10 + 12, 286 - floor * 14]) {
          pen.ellipse(x % 4 ? '#6e9470' : '#4b7a5c', x, y + 1, 7, 5);
        }
      }
      pen.boxes(ink, [224, 0, 24, 28]);
      pen.boxes('#8aa', [226, 0, 9.4, 26], [236.6, 0, 9.4, 26]);
      pen.light([226, 0, 20, 26]);
      pen.boxes(brass, [218, 29, 36, 3]);
    },
  };
}

export function decoTower(random: Random): Plan {
  const color = pick(random, ['#e3cfa8', '#d9bd94', '#c9b8a0', '#d8a98d']);
  const top = between(random, 162, 190);
  const tiers: Box[] = [
    [0, 0, 200, 70],
    [30, 0, 140, 126],
    [58, 0, 84, top],
  ];
  return {
    width: 200,
    stories: 9,
    garden: 'plain',
    draw: (pen) => {
      pen.boxes(brass, [98.6, top + 14, 2.8, 26]);
      wall(pen, color, [78, top, 44, 14]);
      pen.boxes(trim, [76, top + 12, 48, 4]);
      for (const tier of [...tiers].reverse()) {
        const [x, , width, height] = tier;
        wall(pen, color, tier);
        pen.boxes(trim, [x - 2, height - 4, width + 4, 4]);
        boards(pen, brass, [x + 5, height - 12, width - 10, 5], 14, 5);
      }
      const columns = [
        ...grid([66, 82, 98, 114, 128], [134, 148], 8, 10),
        ...grid([38, 66, 82, 98, 114, 128, 154], [78, 94], 8, 12),
        ...grid([10, 22, 38, 66, 82, 98, 114, 128, 154, 170, 184], [40], 8, 14),
      ];
      windows(pen, random, columns, { sill: false, frame: shade.deep, lit: 0.42 });
      pen.boxes(trim, ...[76, 92, 108, 123].map((x): Box => [x, 36, 2, 124]));
      pen.boxes('#5b4b3a', [0, 0, 200, 30]);
      pen.boxes(trim, [-2, 30, 204, 4]);
      shopFront(pen, random, [8, 0, 62, 24], '#3c3128');
      shopFront(pen, random, [130, 0, 62, 24], '#3c3128');
      pen.arches(brass, [82, 0, 36, 44]);
      pen.arches('#233', [87, 0, 26, 38]);
      pen.light([89, 0, 22, 24]);
      railing(pen, 2, 70, 28, 7, '#7d5817');
      railing(pen, 170, 70, 28, 7, '#7d5817');
    },
  };
}
