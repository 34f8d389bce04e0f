import { expect, test } from 'vitest';
import { yieldIn } from './search.rules.ts';

test.each([
  ['7', 700],
  ['7%', 700],
  [' 7.5 % ', 750],
  ['7.', 700],
  ['12.25', 1225],
  ['100', 10_000],
  ['0', null],
  ['101', null],
  ['7.555', null],
  ['-7', null],
  ['1200 Main', null],
  ['%', null],
  ['seven', null],
])('%j asks for %j basis points', (typed, bps) => {
  expect(yieldIn(typed)).toBe(bps);
});
