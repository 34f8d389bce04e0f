import { expect, test } from 'vitest';
import { matching, type PaletteEntry, statusOf } from './palette-entries.ts';

const entry = (label: string, words?: string): PaletteEntry => ({
  id: label,
  group: 'Pages',
  label,
  ...(words === undefined ? {} : { words }),
});
const entries = [
  entry('Sell My Shares'),
  entry('Wallet', 'cash money'),
  entry('Café Row'),
  entry('Watchlist'),
];
const found = (typed: string) => matching(entries, typed).map(({ label }) => label);

test.each([
  ['', ['Sell My Shares', 'Wallet', 'Café Row', 'Watchlist']],
  ['wa', ['Wallet', 'Watchlist']],
  ['cafe', ['Café Row']],
  ['MONEY', ['Wallet']],
  ['shares sell', ['Sell My Shares']],
  ['list', ['Watchlist']],
  ['nothing', []],
])('%j finds %j', (typed, labels) => {
  expect(found(typed)).toEqual(labels);
});

test('entries that begin with a typed word come before those that only contain it', () => {
  expect(found('al')).toEqual(['Wallet']);
  expect(matching([entry('Wallet'), entry('Alerts')], 'al').map(({ label }) => label)).toEqual([
    'Alerts',
    'Wallet',
  ]);
});

test.each([
  ['one entry', { count: 1 }, '1 result'],
  ['many entries', { count: 1200 }, '1,200 results'],
  ['an answer that is under way', { waiting: true }, ''],
  ['no entry', {}, 'Nothing found for “mill”'],
  ['an outage', { failed: true }, 'Search is not responding. Type again to retry.'],
  [
    'an outage beside pages that fit',
    { count: 2, failed: true },
    'Search is not responding. Type again to retry.',
  ],
])('of %s the palette says so', (_, state, text) => {
  expect(statusOf({ count: 0, query: 'mill', waiting: false, failed: false, ...state })).toBe(text);
});
