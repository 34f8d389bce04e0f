import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monthAfter } from '#kernel/months.ts';
import { defaultSettings, duePlanMonth, extendsSpending, offeredOf } from './auto-invest.rules.ts';

test('turning it on, resuming it and raising any amount, also while it is off, needs a recent sign-in; spending less does not', () => {
  const on = { ...defaultSettings, enabled: true };
  expect(extendsSpending(defaultSettings, on)).toBe(true);
  expect(extendsSpending({ ...on, paused: true }, on)).toBe(true);
  expect(extendsSpending(on, { ...on, amountCents: on.amountCents + 5_000 })).toBe(true);
  expect(extendsSpending(on, { ...on, recurring: { amountCents: 10_000, day: 1 } })).toBe(true);
  expect(extendsSpending({ ...on, reserveCents: 1 }, on)).toBe(true);
  expect(extendsSpending(on, { ...on, amountCents: 10_000, paused: true })).toBe(false);
  expect(extendsSpending(on, defaultSettings)).toBe(false);
  const off = defaultSettings;
  for (const raised of [{ amountCents: 1_000_000 }, { monthlyLimitCents: 10_000_000 }]) {
    expect(extendsSpending(off, { ...off, ...raised })).toBe(true);
    expect(extendsSpending(on, { ...off, ...raised })).toBe(true);
  }
  expect(extendsSpending({ ...off, reserveCents: 1 }, off)).toBe(true);
  expect(extendsSpending(off, { ...off, paused: true, amountCents: 10_000 })).toBe(false);
});

test('a monthly plan is due from its day on, or from the last of a shorter month, unless it was saved later', () => {
  const saved = '2026-01-01T00:00:00Z';
  const isDue = (day: number, at: string, savedAt = saved) =>
    duePlanMonth(day, {
      savedAt: new Date(savedAt),
      decidedMonths: new Set([monthAfter(at.slice(0, 7), -1)]),
      at: new Date(at),
    }) === at.slice(0, 7);
  expect([
    isDue(15, '2026-05-14T23:59:59Z'),
    isDue(15, '2026-05-15T00:00:00Z'),
    isDue(15, '2026-05-31T09:00:00Z'),
  ]).toEqual([false, true, true]);
  for (const [month, last] of [
    ['2026-02', 28],
    ['2028-02', 29],
    ['2026-04', 30],
    ['2026-05', 31],
  ] as const) {
    expect(isDue(31, `${month}-${last}T09:00:00Z`)).toBe(true);
    expect(isDue(31, `${month}-${last - 1}T09:00:00Z`)).toBe(false);
  }
  const at = '2026-05-17T09:00:00Z';
  expect([isDue(15, at, '2026-05-15T20:00:00Z'), isDue(15, at, '2026-05-16T00:00:00Z')]).toEqual([
    true,
    false,
  ]);
});

test('a monthly plan runs once for each month, and in the first week of the next what was missed', () => {
  const due = (at: string, decided: readonly string[], savedAt = '2026-01-31T10:00:00Z') =>
    duePlanMonth(28, { savedAt: new Date(savedAt), decidedMonths: new Set(decided), at: new Date(at) });
  const [first, seventh, eighth] = ['2026-03-01T09:00:00Z', '2026-03-07T23:59:59Z', '2026-03-08T00:00:00Z'];
  expect([due(first, []), due(seventh, []), due(eighth, [])]).toEqual(['2026-02', '2026-02', null]);
  expect([due(first, ['2026-02']), due('2026-02-28T09:00:00Z', ['2026-02'])]).toEqual([null, null]);
  const march = '2026-03-28T09:00:00Z';
  expect([due(march, ['2026-02']), due(march, ['2026-02', '2026-03'])]).toEqual(['2026-03', null]);
  // Any setting that is saved meanwhile changes nothing, unless the day had passed.
  const [changed, late] = ['2026-03-10T09:00:00Z', '2026-03-29T00:00:00Z'];
  expect([due(march, ['2026-02'], changed), due(late, ['2026-02'], late)]).toEqual(['2026-03', null]);
  expect([due('2026-04-02T09:00:00Z', ['2026-02'], changed), due('2026-04-02T09:00:00Z', [], late)]).toEqual([
    '2026-03',
    null,
  ]);
});

test('of two months that are due, the one before is run first', () => {
  const due = (decided: readonly string[]) =>
    duePlanMonth(2, {
      savedAt: new Date('2026-01-01T00:00:00Z'),
      decidedMonths: new Set(decided),
      at: new Date('2026-03-03T09:00:00Z'),
    });
  expect([due([]), due(['2026-02']), due(['2026-02', '2026-03'])]).toEqual(['2026-02', '2026-03', null]);
});

test('a run offers at most half of the available shares, and nothing below a minimum order', () => {
  expect([offeredOf(101, 1), offeredOf(9, 5), offeredOf(10, 5), offeredOf(1, 1)]).toEqual([50, 0, 5, 0]);
});

const shareCount = fc.integer({ min: 1, max: 60 });

test('a run takes no share that the matches of an approval would get without it', () => {
  fc.assert(
    fc.property(shareCount, shareCount, shareCount, (available, minimum, matched) => {
      const taken = offeredOf(available, minimum, matched);
      const withoutRun = Math.min(matched, offeredOf(available, 1));
      expect(Math.min(matched, offeredOf(available - taken, 1))).toBe(withoutRun);
    }),
  );
  expect([offeredOf(100, 1, 20), offeredOf(100, 1, 50), offeredOf(100, 31, 20)]).toEqual([30, 0, 0]);
});
