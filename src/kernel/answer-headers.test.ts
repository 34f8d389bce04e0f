import { expect, test } from 'vitest';
import { laterPosition } from './answer-headers.ts';

const token = (cluster: string, place: string) => `${cluster.repeat(16)}${place.padStart(24, '0')}.signature`;

test('of two positions the later one is carried on, whichever answer comes last', () => {
  const [first, second] = [token('a', '9f'), token('a', '100')];
  expect(laterPosition(null, first)).toBe(first);
  expect(laterPosition(first, null)).toBe(first);
  expect(laterPosition(first, second)).toBe(second);
  expect(laterPosition(second, first)).toBe(second);
});

test('a position of another cluster replaces the known one', () => {
  expect(laterPosition(token('b', '9'), token('a', '1'))).toBe(token('a', '1'));
});
