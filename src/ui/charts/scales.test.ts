import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUsd } from '#kernel/money.ts';
import { targetOf } from './plot.tsx';
import { figuresOf, linePositions, placeLabels, textWidth, valueAxis } from './scales.ts';

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

  test('counts what is stacked as one figure, upward and downward', () => {
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
