import { expect, test } from 'vitest';
import { POSITION_HEADER, UNKNOWN_POSITION } from './answer-headers.ts';
import { laterPosition, trackPosition } from './tracked-position.ts';

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

test('an invalidated position stays unknown until an answer to a later request has one', () => {
  const tracked = trackPosition({ unknown: 'new', first: null });
  const carried = () => tracked.headers()[POSITION_HEADER];
  expect(carried()).toBeUndefined();
  tracked.beginRequest()(token('a', '1'));
  const underWay = tracked.beginRequest();
  tracked.invalidate();
  underWay(token('a', '2'));
  tracked.raise(token('a', '3'));
  expect(carried()).toBe('new');
  tracked.beginRequest()('');
  expect(carried()).toBe('new');
  tracked.beginRequest()(token('a', '4'));
  tracked.raise(token('a', '3'));
  expect(carried()).toBe(token('a', '4'));
  tracked.beginRequest()(UNKNOWN_POSITION);
  expect(carried()).toBe('new');
});
