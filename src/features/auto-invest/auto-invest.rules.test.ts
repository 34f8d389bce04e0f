import { expect, test } from 'vitest';
import {
  defaultSettings,
  extendsSpending,
  investableTypeOf,
  isRecurringDay,
  offeredOf,
} from './auto-invest.rules.ts';

test('a listing belongs to one of the five types', () => {
  const types = [
    investableTypeOf('residential', 'cottage'),
    investableTypeOf('commercial', null),
    investableTypeOf('commercial', 'mixed-use'),
    investableTypeOf('commercial', 'Retail'),
    investableTypeOf('industrial', 'storage'),
  ];
  expect(types).toEqual(['Residential', 'Commercial', 'Mixed-Use', 'Retail', 'Industrial']);
});

test('turning it on, resuming it and raising any amount needs a recent sign-in; spending less does not', () => {
  const on = { ...defaultSettings, enabled: true };
  expect(extendsSpending(defaultSettings, on)).toBe(true);
  expect(extendsSpending({ ...on, paused: true }, on)).toBe(true);
  expect(extendsSpending(on, { ...on, amountCents: on.amountCents + 5_000 })).toBe(true);
  expect(extendsSpending(on, { ...on, recurring: { amountCents: 10_000, day: 1 } })).toBe(true);
  expect(extendsSpending({ ...on, reserveCents: 1 }, on)).toBe(true);
  expect(extendsSpending(on, { ...on, amountCents: 10_000, paused: true })).toBe(false);
  expect(extendsSpending(on, defaultSettings)).toBe(false);
});

test('a month without the chosen day invests on its last', () => {
  const days = (from: string, many: number) =>
    Array.from({ length: many }, (_, at) => new Date(Date.parse(from) + at * 86_400_000));
  for (const [from, many] of [
    ['2026-02-01T09:00:00Z', 28],
    ['2028-02-01T09:00:00Z', 29],
    ['2026-04-01T09:00:00Z', 30],
    ['2026-05-01T09:00:00Z', 31],
  ] as const) {
    for (const chosen of [1, 15, 28, 29, 30, 31]) {
      const found = days(from, many).filter((day) => isRecurringDay(chosen, day));
      expect(found.map((day) => day.getUTCDate())).toEqual([Math.min(chosen, many)]);
    }
  }
});

test('a run offers at most half of what is available, and nothing that is less than a minimum order', () => {
  expect([offeredOf(101, 1), offeredOf(9, 5), offeredOf(10, 5), offeredOf(1, 1)]).toEqual([50, 0, 5, 0]);
});
