import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupSpots } from './groups.ts';
import { HEIGHT, spotOf, viewAround, WIDTH } from './projection.ts';

const SIZE = 44;
const spots = fc.array(fc.record({ x: fc.nat(900), y: fc.nat(560) }), { maxLength: 60 });

describe('the map', () => {
  test('has a marker for every place, and no two markers cover each other', () => {
    fc.assert(
      fc.property(spots, (placed) => {
        const groups = groupSpots(placed, SIZE);
        expect(groups.flatMap(({ members }) => members)).toHaveLength(placed.length);
        for (const [at, one] of groups.entries()) {
          for (const other of groups.slice(at + 1)) {
            expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThanOrEqual(
              SIZE,
            );
          }
        }
      }),
    );
  });

  test.each([
    ['Seattle', 47.61, -122.33, 'left', 'top'],
    ['Miami', 25.76, -80.19, 'right', 'bottom'],
    ['Honolulu', 21.31, -157.86, 'left', 'bottom'],
  ])('shows %s where it is, or in its box', (_city, latitude, longitude, side, end) => {
    const spot = spotOf({ latitude, longitude });
    expect(spot && [spot.x < WIDTH / 2 ? 'left' : 'right', spot.y < HEIGHT / 2 ? 'top' : 'bottom']).toEqual([
      side,
      end,
    ]);
  });

  test('has no place for coordinates outside of the states', () => {
    expect(spotOf({ latitude: 18.47, longitude: -66.11 })).toBeNull();
  });

  test('at high zoom shows nothing beyond its edges', () => {
    expect(viewAround({ x: 5, y: 600 }, 3)).toEqual({
      x: 0,
      y: HEIGHT - HEIGHT / 3,
      width: WIDTH / 3,
      height: HEIGHT / 3,
    });
  });
});
