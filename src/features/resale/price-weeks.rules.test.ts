import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY } from '#kernel/time.ts';
import { everyWeek, type PriceWeek } from './price-weeks.rules.ts';

const WEEK = 7 * DAY;
const MONDAY = Date.parse('2026-01-05');

const weekOf = (index: number) => new Date(MONDAY + index * WEEK).toISOString().slice(0, 10);

test('weeks without trades keep the price before them, until now', () => {
  const traded: PriceWeek[] = [
    { weekOf: '2026-01-05', pricePerShareCents: 10_000, shares: 3 },
    { weekOf: '2026-01-26', pricePerShareCents: 11_000, shares: 1 },
  ];
  expect(everyWeek(traded, new Date('2026-02-10T12:00:00Z'))).toEqual([
    { weekOf: '2026-01-05', pricePerShareCents: 10_000, shares: 3 },
    { weekOf: '2026-01-12', pricePerShareCents: 10_000, shares: 0 },
    { weekOf: '2026-01-19', pricePerShareCents: 10_000, shares: 0 },
    { weekOf: '2026-01-26', pricePerShareCents: 11_000, shares: 1 },
    { weekOf: '2026-02-02', pricePerShareCents: 11_000, shares: 0 },
    { weekOf: '2026-02-09', pricePerShareCents: 11_000, shares: 0 },
  ]);
});

test('nothing was traded: there is no week', () => {
  expect(everyWeek([], new Date('2026-02-10T12:00:00Z'))).toEqual([]);
});

test('any traded weeks are a week apart, and those with trades are as they were', () => {
  const indexes = fc.uniqueArray(fc.nat(103), { minLength: 1 }).map((some) => some.sort((a, b) => a - b));
  fc.assert(
    fc.property(indexes, fc.nat(20), (some, later) => {
      const traded = some.map((index) => ({
        weekOf: weekOf(index),
        pricePerShareCents: 100 + index,
        shares: 1,
      }));
      const last = (some.at(-1) ?? 0) + later;
      const weeks = everyWeek(traded, new Date(MONDAY + last * WEEK + DAY));
      const first = some[0] ?? 0;
      expect(weeks.map((week) => week.weekOf)).toEqual(
        Array.from({ length: last - first + 1 }, (_, at) => weekOf(first + at)),
      );
      expect(weeks.filter(({ shares }) => shares > 0)).toEqual(traded);
    }),
  );
});
