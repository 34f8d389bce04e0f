import { describe, expect, test } from 'vitest';
import { addBusinessDays, businessDaysBetween, federalHolidays, isBusinessDay } from './business-days.ts';

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const text = (at: Date) => at.toISOString().slice(0, 10);

describe('federal holidays', () => {
  test.each([
    [
      2026,
      '2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25',
    ],
    [
      2027,
      '2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-06-18 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25 2027-12-24',
    ],
    [
      2022,
      '2021-12-31 2022-01-17 2022-02-21 2022-05-30 2022-06-20 2022-07-04 2022-09-05 2022-10-10 2022-11-11 2022-11-24 2022-12-26',
    ],
  ])('of %i are observed as the Office of Personnel Management lists them', (year, days) => {
    expect(federalHolidays(year).map(text).join(' ')).toBe(days);
  });

  test('include New Year’s Day of the next year when it is observed in this one', () => {
    expect(isBusinessDay(day('2021-12-31'))).toBe(false);
    expect(isBusinessDay(day('2022-12-30'))).toBe(true);
  });
});

describe('business days', () => {
  test.each([
    ['2026-11-24T18:00:00Z', 5, '2026-12-02'],
    ['2026-11-27T00:00:00Z', 1, '2026-11-30'],
    ['2026-11-28T23:59:59Z', 1, '2026-11-30'],
    ['2026-12-23T12:00:00Z', 3, '2026-12-29'],
    ['2026-12-23T12:00:00Z', 0, '2026-12-23'],
  ])('%s and %i of them lead to %s', (from, days, expected) => {
    expect(text(addBusinessDays(new Date(from), days))).toBe(expected);
  });

  test('are counted back as they were added, from whatever day', () => {
    for (let offset = 0; offset < 400; offset += 1) {
      const from = new Date(Date.UTC(2026, 0, 1 + offset, offset % 24));
      for (const days of [1, 3, 5, 12]) {
        const to = addBusinessDays(from, days);
        expect(isBusinessDay(to)).toBe(true);
        expect(businessDaysBetween(from, to)).toBe(days);
      }
    }
  });

  test('between a day and an earlier one are none', () => {
    expect(businessDaysBetween(day('2026-12-01'), day('2026-11-01'))).toBe(0);
  });
});
