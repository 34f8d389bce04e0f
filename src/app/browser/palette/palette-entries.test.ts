import { expect, test } from 'vitest';
import { matching, type PaletteEntry } from './palette-entries.ts';

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
