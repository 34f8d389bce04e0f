import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BarData,
  bandsIn,
  barsIn,
  type NamePlace,
  namesAbove,
  namesBeside,
  namesPlaceOf,
} from './bar-places.ts';
import { figuresOf, NAME_LINE_PX, nameWidth, valueAxis } from './scales.ts';

const NAMES = ['Received', 'Expected', 'Late'];
const figure = fc.oneof(fc.constant(null), fc.constant(0), fc.integer({ min: -50_000, max: 50_000 }));
const charts = fc
  .record({ seriesCount: fc.integer({ min: 2, max: 3 }), pointCount: fc.integer({ min: 1, max: 14 }) })
  .chain(({ seriesCount, pointCount }) =>
    fc.record({
      rows: fc.array(fc.array(figure, { minLength: seriesCount, maxLength: seriesCount }), {
        minLength: pointCount,
        maxLength: pointCount,
      }),
      stacked: fc.boolean(),
      width: fc.integer({ min: 240, max: 1000 }),
    }),
  );

function drawn({ rows, stacked, width }: { rows: (number | null)[][]; stacked: boolean; width: number }) {
  const series = NAMES.slice(0, rows[0]?.length).map((name) => ({ key: name, name }));
  const points = rows.map((row, at) => ({
    label: `${at}`,
    values: Object.fromEntries(series.map(({ key }, index) => [key, row[index] ?? null])),
  }));
  const data: BarData = { points, series, stacked };
  const height = 220;
  const values = figuresOf(points, series, { stacked });
  const axis = valueAxis({ values, startAtZero: true, height, format: String });
  const { centers } = bandsIn(points.length, width);
  const plot = { whole: width, width, height, axis, positions: centers, active: null };
  return { data, plot, bars: barsIn(data, plot) };
}

const boxOf = ({ x, y, series }: NamePlace) => ({
  left: x,
  right: x + nameWidth(series, 'bar'),
  top: y - NAME_LINE_PX / 2,
  bottom: y + NAME_LINE_PX / 2,
});

function expectApart(names: readonly NamePlace[]) {
  const boxes = names.map(boxOf);
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1))
      expect(
        one.right <= other.left ||
          other.right <= one.left ||
          one.bottom <= other.top + 1e-6 ||
          other.bottom <= one.top + 1e-6,
      ).toBe(true);
}

describe('the names of the series of a bar chart', () => {
  test('stand beside the last bars, each within the height of the plot and off the others', () => {
    fc.assert(
      fc.property(charts, (chart) => {
        const { data, bars, plot } = drawn(chart);
        const names = namesBeside(data, bars, plot);
        expect(names.map(({ index }) => index).sort()).toEqual(data.series.map((_, index) => index));
        for (const { x, y } of names) {
          expect(x).toBeGreaterThan(plot.width);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(plot.height);
        }
        expectApart(names);
      }),
    );
  });

  test('are at the ends of bars that stand beside each other, and at the middle of stacked ones', () => {
    const rows = [[400, 200]];
    const heights = (stacked: boolean) => {
      const { data, bars, plot } = drawn({ rows, stacked, width: 300 });
      return namesBeside(data, bars, plot)
        .toSorted((one, two) => one.index - two.index)
        .map(({ y }) => Math.round(plot.axis.scale.invert(y)));
    };
    expect(heights(false)).toEqual([400, 200]);
    expect(heights(true)).toEqual([200, 500]);
  });

  test('stand above the last bar of each series, and cover no bar and no other name', () => {
    fc.assert(
      fc.property(charts, (chart) => {
        const { data, bars } = drawn(chart);
        const names = namesAbove(data, bars);
        for (const name of names) {
          const box = boxOf(name);
          const last = bars.findLast(({ index }) => index === name.index);
          expect(box.right).toBeGreaterThanOrEqual((last?.left ?? 0) + (last?.width ?? 0) - 1e-6);
          expect(box.left).toBeGreaterThanOrEqual(0);
          for (const { left, width, from, to } of bars)
            expect(left + width <= box.left || left >= box.right || Math.min(from, to) >= box.bottom).toBe(
              true,
            );
        }
        expectApart(names);
      }),
    );
  });

  test('need no legend where each series has a bar to name', () => {
    const place = (rows: (number | null)[][]) =>
      namesPlaceOf(drawn({ rows, stacked: true, width: 300 }).data);
    expect(
      place([
        [1, 2],
        [3, 0],
      ]),
    ).toBe('beside');
    expect(
      place([
        [1, null],
        [null, 2],
      ]),
    ).toBe('above');
    expect(place([[1, null]])).toBe('legend');
    expect(
      place([
        [0, 2],
        [0, null],
      ]),
    ).toBe('legend');
    expect(place([[1], [2]])).toBe('legend');
  });
});
