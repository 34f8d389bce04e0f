import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Progress } from './messages.ts';
import { type OpeningKind, openingAt } from './opening.ts';

const inOrder: readonly Progress['step'][] = ['download', 'start', 'renew'];
const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });

test('the bar of the demo begins at nothing, ends full, and never goes back', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<OpeningKind>('first', 'again'),
      fc.tuple(parts, parts, parts),
      (kind, partsOf) => {
        const percents = inOrder.flatMap((step, index) =>
          [0, ...[...(partsOf[index] ?? [])].sort((a, b) => a - b), 1].map(
            (part) => openingAt(kind, { step, part }).percent,
          ),
        );
        expect(percents).toEqual([...percents].sort((a, b) => a - b));
        expect([percents[0], percents.at(-1)]).toEqual([0, 100]);
      },
    ),
  );
});

test('each step is named, and takes some of the bar', () => {
  for (const kind of ['first', 'again'] as const) {
    const widths = inOrder.map(
      (step) => openingAt(kind, { step, part: 1 }).percent - openingAt(kind, { step, part: 0 }).percent,
    );
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(10);
    expect(widths.reduce((sum, one) => sum + one)).toBe(100);
  }
  const texts = inOrder.map((step) => openingAt('first', { step, part: 0.5 }).text);
  expect(new Set(texts).size).toBe(3);
});
