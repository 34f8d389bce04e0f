import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUsd } from '#kernel/money.ts';
import { monthText } from '#kernel/month-text.ts';
import { monthOf } from '#kernel/months.ts';
import { bandsIn } from './bar-places.ts';
import { barLabels, targetOf } from './plot.tsx';
import { figuresOf, linePositions, monthLabels, placeLabels, textWidth, valueAxis } from './scales.ts';

const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });

describe('the axis of a chart', () => {
  test('has room for every figure, and no text twice', () => {
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1 }), fc.boolean(), (values, startAtZero) => {
        const { scale, ticks } = valueAxis({ values, startAtZero, height: 240, format: formatUsd });
        const [low = 0, high = 0] = scale.domain();
        expect(low).toBeLessThanOrEqual(Math.min(...values));
        expect(high).toBeGreaterThanOrEqual(Math.max(...values));
        expect(new Set(ticks.map(({ text }) => text)).size).toBe(ticks.length);
      }),
      {
        examples: [
          [[0], false],
          [[0, 1], true],
        ],
      },
    );
  });

  test('counts stacked bars as one figure, upward and downward', () => {
    const series = [
      { key: 'a', name: 'A' },
      { key: 'b', name: 'B' },
      { key: 'c', name: 'C' },
    ];
    const points = [{ label: '1', values: { a: 3, b: 4, c: -2 } }];
    expect(figuresOf(points, series, { stacked: true })).toEqual([7, -2]);
    expect(figuresOf(points, series, { marks: [{ value: 9, label: 'Goal' }] })).toEqual([3, 4, -2, 9]);
  });

  test('places points by their moments, and a lone one in the middle', () => {
    const at = (moment: number) => ({ label: String(moment), at: moment, values: {} });
    expect(linePositions([at(0), at(1), at(10)], 100)).toEqual([0, 10, 100]);
    expect(linePositions([at(5)], 100)).toEqual([50]);
  });

  test('its months are at equal distances, however many there is room for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 36 }), fc.integer({ min: 200, max: 900 }), (count, width) => {
        const months = Array.from({ length: count }, (_, index) =>
          monthText(monthOf(new Date(Date.UTC(2025, index)))),
        );
        const positions = months.map((_, index) => (width * (index + 0.5)) / count);
        const shown = placeLabels(months, positions, width).map(({ lines }) =>
          months.indexOf(lines.join(' ')),
        );
        const gaps = shown.slice(1).map((one, index) => one - (shown[index] ?? 0));
        expect(new Set(gaps).size).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('moments have round months under them, as many as there is room for, and none twice', () => {
    const days = (count: number) =>
      Array.from({ length: count }, (_, day) => {
        const at = Date.UTC(2024, 10, 17 + day);
        return { label: String(at), at, values: {} };
      });
    const shown = (count: number, width: number) =>
      monthLabels(days(count), linePositions(days(count), width), width)?.map(({ lines: [text] }) => text);
    expect(shown(366, 900)).toEqual(['Jan 2025', 'Mar 2025', 'May 2025', 'Jul 2025', 'Sep 2025', 'Nov 2025']);
    expect(shown(366, 260)).toEqual(['Jan 2025', 'Jul 2025']);
    expect(shown(30, 900)).toBeUndefined();
  });

  test('every month has its label where there is room, in two lines, and bars keep theirs before other months', () => {
    const series = [{ key: 'income', name: 'Income' }];
    const shown = (count: number, paid: readonly number[], width: number) => {
      const points = Array.from({ length: count }, (_, at) => ({
        label: monthText(monthOf(new Date(Date.UTC(2025, 11 + at)))),
        values: { income: paid.includes(at) ? 100 : 0 },
      }));
      return barLabels({ points, series }, bandsIn(count, width).centers, width).map(({ lines }) =>
        points.findIndex(({ label }) => label === lines.join(' ')),
      );
    };
    const all = (count: number) => Array.from({ length: count }, (_, at) => at);
    expect(shown(12, [1, 4], 620)).toEqual(all(12));
    expect(shown(14, [1, 4, 7, 10, 11, 13], 540)).toEqual(all(14));
    expect(shown(17, [1, 4, 7, 10, 13, 16], 240)).toEqual([1, 4, 7, 10, 13, 16]);
    // The quarters, without the month that stands next to one.
    for (const width of [260, 340])
      expect(shown(14, [1, 4, 7, 10, 11, 13], width)).toEqual([1, 4, 7, 10, 13]);
  });

  test('its labels never touch or leave the plot, and the last one is there', () => {
    const labels = fc.array(fc.stringMatching(/^[A-Z][a-z]{2,8} \d{4}$/), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(labels, fc.integer({ min: 200, max: 900 }), (texts, width) => {
        const positions = texts.map((_, index) => (width * (index + 0.5)) / texts.length);
        const placed = placeLabels(texts, positions, width).map(({ x, lines, anchor }) => {
          const wide = Math.max(...lines.map(textWidth));
          const left = anchor === 'start' ? x : anchor === 'end' ? x - wide : x - wide / 2;
          return { left, right: left + wide, text: lines.join(' ') };
        });
        expect(placed.at(-1)?.text).toBe(texts.at(-1));
        for (const [index, { left, right }] of placed.entries()) {
          expect(left).toBeGreaterThanOrEqual(placed[index - 1]?.right ?? 0);
          expect(right).toBeLessThanOrEqual(width);
        }
      }),
    );
  });
});

test('keys move over the points of a chart, stop at its ends, and leave it', () => {
  expect(targetOf('ArrowRight', null, 3)).toBe(0);
  expect(targetOf('ArrowLeft', null, 3)).toBe(2);
  expect(targetOf('ArrowRight', 2, 3)).toBe(2);
  expect(targetOf('Home', 2, 3)).toBe(0);
  expect(targetOf('End', 0, 3)).toBe(2);
  expect(targetOf('Escape', 1, 3)).toBeNull();
  expect([targetOf('Escape', null, 3), targetOf('Tab', 1, 3)]).toEqual([undefined, undefined]);
});
