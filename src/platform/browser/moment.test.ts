import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { timeAgo, timeLeft } from './moment.ts';

const now = Date.parse('2026-11-03T12:00:00.000Z');
const before = (milliseconds: number) => new Date(now - milliseconds).toISOString();

test.each([
  [0, 'just now'],
  [-5 * MINUTE, 'just now'],
  [MINUTE - 1, 'just now'],
  [MINUTE, '1 minute ago'],
  [59 * MINUTE, '59 minutes ago'],
  [HOUR, '1 hour ago'],
  [DAY, 'yesterday'],
  [3 * DAY + HOUR, '3 days ago'],
])('%d ms before now reads as "%s"', (milliseconds, text) => {
  expect(timeAgo(before(milliseconds), now)).toBe(text);
});

test.each([
  [-DAY, 'less than a minute left'],
  [MINUTE - 1, 'less than a minute left'],
  [MINUTE, '1 minute left'],
  [HOUR, '1 hour left'],
  [2 * DAY - 1, '47 hours left'],
  [3 * DAY - 1, '71 hours left'],
  [3 * DAY, '3 days left'],
  [60 * DAY, '60 days left'],
])('%d ms after now reads as "%s"', (milliseconds, text) => {
  expect(timeLeft(before(-milliseconds), now)).toBe(text);
});
