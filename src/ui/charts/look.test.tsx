import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Key } from './look.tsx';

const series = [0, 1, 2, 3];

/** The sample of a series as somebody sees it who cannot tell colors apart. */
const withoutColor = (kind: 'line' | 'bar', index: number, expected = false) =>
  renderToStaticMarkup(<Key id="key" kind={kind} index={index} expected={expected} />).replaceAll(
    /var\(--series-\d\)/g,
    '',
  );

test.each(['bar', 'line'] as const)('series of a %s chart differ by more than their colors', (kind) => {
  expect(new Set(series.map((index) => withoutColor(kind, index))).size).toBe(series.length);
});

test('bars of expected figures look like no others', () => {
  expect(series.map((index) => withoutColor('bar', index))).not.toContain(withoutColor('bar', 1, true));
});
