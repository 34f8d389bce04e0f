import {
  boards,
  brass,
  bricks,
  chimney,
  cornice,
  doors,
  gleam,
  ink,
  type Plan,
  pickWall,
  railing,
  type Size,
  shade,
  siding,
  trim,
  wall,
  windows,
} from './facade-parts.ts';
import { type Box, between, grid, type Pen, pick, type Random, spread, within } from './facade-pen.ts';

const steel = '#8b9691';

function rollDoor(pen: Pen, [x, y, width, height]: Box, color: string) {
  pen.boxes(ink, [x - 2.5, y, width + 5, height + 3]);
  pen.boxes(color, [x, y, width, height]);
  siding(pen, [x, y, width, height], 5);
}

export function sawtoothFactory(random: Random): Plan {
  const color = pickWall(random, 'brick');
  const roof = pick(random, ['#47534f', '#77807b', '#2f5344']);
  const gate = pick(random, doors);
  return {
    width: 310,
    stories: 1,
    garden: 'yard',
    draw: (pen) => {
      pen.polygon('#a9705a', [262, 0], [267, 176], [281, 176], [286, 0]);
      pen.polygon(shade.soft, [276, 0], [275, 176], [281, 176], [286, 0]);
      pen.boxes('#dcb', [264, 174, 20, 5], [266, 150, 16, 4]);
      for (let tooth = 0; tooth < 5; tooth += 1) {
        const x = tooth * 50;
        pen.polygon(roof, [x, 64], [x + 46, 104], [x + 50, 104], [x + 50, 64]);
        pen.boxes('#688', [x + 43, 68, 7, 32]);
        pen.polygon('#8aa', [x + 8, 66], [x + 42, 96], [x + 42, 66]);
        pen.boxes(shade.deep, [x + 19, 66, 1.4, 9], [x + 30, 66, 1.4, 19]);
        pen.boxes(trim, [x + 42, 64, 1.6, 36]);
        if (random() < 0.6) pen.light([x + 32, 67, 9.4, 17]);
      }
      wall(pen, color, [0, 0, 250, 66]);
      bricks(pen, random, [0, 4, 250, 56]);
      cornice(pen, 0, 61, 250, '#dcb');
      windows(pen, random, grid(spread(96, 246, 4, 24), [18], 24, 30), {
        cross: true,
        sash: true,
        arched: true,
        frame: '#3c4a45',
      });
      rollDoor(pen, [20, 0, 46, 40], gate);
      pen.boxes(trim, [14, 44, 58, 8]);
      pen.boxes(gate, [20, 47, 46, 2]);
      wall(pen, '#d9cfbd', [250, 0, 60, 44]);
      pen.boxes(roof, [247, 44, 66, 5]);
      windows(pen, random, [[259, 16, 40, 16]], { cross: true, frame: '#3c4a45' });
    },
  };
}

function truck(pen: Pen, x: number, color: string) {
  pen.boxes('#f6f1e6', [x, 6, 46, 26]);
  pen.boxes(shade.faint, [x, 6, 46, 6]);
  pen.boxes(color, [x, 17, 46, 4]);
  pen.polygon(color, [x + 48, 6], [x + 48, 26], [x + 58, 26], [x + 65, 16], [x + 65, 6]);
  pen.polygon('#8aa', [x + 53, 16], [x + 53, 23], [x + 57, 23], [x + 62, 16]);
  for (const wheel of [x + 9, x + 36, x + 56]) {
    pen.ellipse(ink, wheel, 5, 5);
    pen.ellipse('#a9b0ab', wheel, 5, 2);
  }
}

/** Chillers and solar panels on a flat roof. */
function coldRoof(pen: Pen, width: number, height: number) {
  for (let x = 16; x + 40 < width; x += 46) {
    pen.polygon('#3f5a73', [x, height], [x + 26, height + 15], [x + 30, height + 15], [x + 30, height]);
    pen.boxes(steel, [x + 34, height, 9, 10]);
  }
}

function wideRoof(pen: Pen, random: Random, width: number, height: number) {
  const middle = width / 2;
  const rise = between(random, 22, 34);
  const shape = pick(random, ['flat', 'gable', 'arch']);
  if (shape === 'gable') pen.polygon(steel, [-3, height], [middle, height + rise], [width + 3, height]);
  else if (shape === 'arch') pen.ellipse(steel, middle, height, middle, rise);
  else pen.boxes(steel, ...[0.2, 0.46, 0.73].map((part): Box => [part * width, height, 26, rise / 3]));
}

export const coldStore = (random: Random, size: Size) => warehouse(random, size, true);

export function warehouse(random: Random, size: Size, isCold = false): Plan {
  const color = isCold ? '#f3f1ea' : pick(random, ['#dcd5c5', '#b9c6c5', '#c9d2c4', '#e3cfa8']);
  const band = pick(random, doors);
  const docks = within(2, 5, size.units ?? between(random, 3, 5));
  const height = between(random, 84, 100) + (isCold ? 22 : 0);
  const width = 114 + docks * 52;
  const office = width - 72;
  return {
    width,
    stories: 1,
    garden: 'yard',
    draw: (pen) => {
      if (isCold) coldRoof(pen, width, height + 3);
      else wideRoof(pen, random, width, height + 3);
      wall(pen, color, [0, 0, width, height]);
      boards(pen, shade.faint, [0, 10, width, height - 10], isCold ? 22 : 8);
      pen.boxes(band, [0, 66, width, 11]);
      pen.boxes(ink, [-3, height - 1, width + 6, 5]);
      pen.boxes('#a59d8d', [0, 0, width, 10]);
      for (const x of spread(26, office - 14, docks, 34)) {
        rollDoor(pen, [x, 10, 34, 38], '#eee6d6');
        pen.boxes(brass, [x - 2, 4, 4, 6], [x + 32, 4, 4, 6]);
        pen.polygon(shade.deep, [x - 4, 54], [x + 38, 54], [x + 34, 49], [x, 49]);
        pen.boxes(band, [x - 4, 53, 42, 3]);
        pen.light([x + 14, 57.5, 6, 2.5]);
      }
      wall(pen, '#f3ecdf', [office, 0, 72, 60]);
      pen.boxes(band, [office - 2, 59, 76, 4]);
      windows(pen, random, grid(spread(office + 4, width - 4, 3, 15), [36], 15, 15), {
        sill: false,
        lit: 0.7,
      });
      windows(pen, random, [[office + 8, 8, 26, 19]], { cross: true, sill: false, lit: 1 });
      pen.boxes(ink, [office + 44, 0, 17, 28]);
      pen.boxes('#8aa', [office + 46, 0, 13, 25]);
      truck(pen, between(random, 58, 108), band);
    },
  };
}

/** Self-storage: a low building with a row of narrow doors, and an office in its gable. */
export function storageUnits(random: Random): Plan {
  const color = pick(random, ['#e3d6bd', '#d5dad3', '#e6cdb0']);
  const gate = pick(random, doors);
  return {
    width: 330,
    stories: 1,
    garden: 'yard',
    draw: (pen) => {
      wall(pen, color, [70, 0, 260, 62]);
      pen.boxes(steel, [66, 62, 268, 10]);
      pen.boxes(shade.soft, [66, 62, 268, 3]);
      for (const x of spread(78, 322, 8, 22)) rollDoor(pen, [x, 4, 22, 40], gate);
      wall(pen, '#f3ecdf', [0, 0, 78, 70]);
      pen.polygon(steel, [-6, 68], [39, 98], [84, 68]);
      pen.polygon('#f3ecdf', [6, 68], [39, 91], [72, 68]);
      windows(pen, random, grid(spread(8, 70, 2, 18), [36], 18, 18), { sill: false, lit: 0.8 });
      pen.boxes(gate, [4, 57, 70, 7]);
      windows(pen, random, [[8, 8, 30, 20]], { cross: true, sill: false, lit: 1 });
      pen.boxes(ink, [48, 0, 18, 29]);
      pen.boxes('#8aa', [50, 0, 14, 26]);
    },
  };
}

export function brickMill(random: Random, size: Size): Plan {
  const color = pickWall(random, 'brick');
  const stone = '#d8c3a2';
  const frame = '#3c4a45';
  const stories = within(2, 4, size.stories ?? 3);
  const top = 16 + stories * 36;
  const upper = Array.from({ length: stories - 1 }, (_, floor) => 48 + floor * 36);
  return {
    width: 280,
    stories,
    garden: 'yard',
    draw: (pen) => {
      const tank = 206;
      pen.boxes(ink, [tank + 4, top - 2, 2, 28], [tank + 30, top - 2, 2, 28], [tank, top + 24, 36, 2]);
      pen.boxes('#8a6142', [tank + 1, top + 26, 34, 24]);
      pen.boxes(shade.soft, [tank + 22, top + 26, 13, 24], [tank + 1, top + 36, 34, 1.2]);
      pen.polygon('#47534f', [tank - 2, top + 50], [tank + 18, top + 64], [tank + 38, top + 50]);
      wall(pen, color, [0, 0, 280, top]);
      bricks(pen, random, [0, 4, 280, top - 12]);
      cornice(pen, 0, top - 4, 280, stone);
      const columns = [...spread(4, 112, 3, 24), ...spread(168, 276, 3, 24)];
      const atDoor = columns[1] ?? 0;
      const besideDoor = columns.filter((column) => column !== atDoor);
      windows(pen, random, grid(columns, upper, 24, 27), { arched: true, cross: true, frame });
      windows(pen, random, grid(besideDoor, [12], 24, 25), { cross: true, frame });
      rollDoor(pen, [atDoor - 3, 0, 30, 36], pick(random, doors));
      wall(pen, color, [114, 0, 52, top + 28]);
      pen.boxes(stone, [111, top + 26, 58, 5], [113, top - 6, 54, 3]);
      pen.polygon('#47534f', [109, top + 31], [140, top + 60], [171, top + 31]);
      windows(pen, random, grid([124, 142], upper, 14, 26), { arched: true, frame });
      pen.ellipse(trim, 140, top + 10, 10);
      pen.ellipse(color, 140, top + 10, 8);
      pen.ellipse(trim, 140, top + 10, 6.6);
      pen.boxes(ink, [139.4, top + 10, 1.3, 5], [139.4, top + 9.6, 4.4, 1.3]);
      pen.arches(stone, [125, 0, 30, 38]);
      pen.arches('#1e4d3b', [129, 0, 22, 33]);
      pen.boxes(stone, [139.2, 0, 1.6, 33]);
    },
  };
}

export function siloPlant(random: Random): Plan {
  const shed = pick(random, ['#c9846a', '#a9b79f', '#d9b888']);
  const lefts = [92, 136, 180];
  const top = between(random, 128, 142);
  return {
    width: 306,
    stories: 1,
    garden: 'yard',
    draw: (pen) => {
      wall(pen, '#b9b3a4', [226, 0, 34, top + 14]);
      pen.boxes('#47534f', [222, top + 14, 42, 5]);
      windows(pen, random, grid([236], [52, 82, 112], 14, 14), { cross: true, frame: '#3c4a45' });
      for (const x of lefts) {
        pen.boxes('#d7d3c6', [x, 0, 40, top]);
        pen.boxes(gleam, [x + 6, 0, 6, top]);
        pen.boxes(
          shade.soft,
          [x + 28, 0, 12, top],
          ...[24, 48, 72, 96, 120].map((y): Box => [x, y, 40, 1.4]),
        );
        pen.polygon(steel, [x - 1, top], [x + 14, top + 13], [x + 26, top + 13], [x + 41, top]);
      }
      railing(pen, 92, top + 13, 134, 9);
      pen.polygon('#77807b', [226, top + 4], [262, top - 2], [306, 40], [300, 36], [258, top - 10]);
      wall(pen, shed, [0, 0, 96, 58]);
      boards(pen, shade.faint, [0, 0, 96, 58], 7);
      pen.polygon('#47534f', [-6, 56], [48, 82], [102, 56]);
      pen.polygon(shed, [6, 57], [48, 77], [90, 57]);
      rollDoor(pen, [28, 0, 40, 38], trim);
      windows(pen, random, [[41, 60, 14, 9]], { sill: false });
      chimney(pen, 276, 40, 24, steel);
      wall(pen, '#d9cfbd', [258, 0, 48, 40]);
      pen.boxes('#47534f', [255, 39, 54, 4]);
      windows(pen, random, grid([264, 285], [15], 15, 14), { frame: '#3c4a45', lit: 0.7 });
    },
  };
}
