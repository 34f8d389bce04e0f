import { after, DAY, startOfDay } from './time.ts';

const [SUNDAY, MONDAY, THURSDAY, FRIDAY, SATURDAY] = [0, 1, 4, 5, 6];

function utc(year: number, month: number, day: number): Date {
  return new Date(Date.UTC(year, month - 1, day));
}

/** The n-th such weekday of a month. */
function nth(year: number, month: number, weekday: number, n: number): Date {
  const first = utc(year, month, 1);
  const ahead = (weekday - first.getUTCDay() + 7) % 7;
  return after(first, (ahead + 7 * (n - 1)) * DAY);
}

/** The last Monday of a month. */
function lastMonday(year: number, month: number): Date {
  const last = utc(year, month + 1, 0);
  return after(last, -((last.getUTCDay() - MONDAY + 7) % 7) * DAY);
}

/** A holiday on a weekend is observed on the Friday before or the Monday after. */
function observed(day: Date): Date {
  if (day.getUTCDay() === SATURDAY) return after(day, -DAY);
  return day.getUTCDay() === SUNDAY ? after(day, DAY) : day;
}

/** The days off for the eleven US federal holidays with a date in a year, by 5 U.S.C. 6103. */
export function federalHolidays(year: number): Date[] {
  return [
    observed(utc(year, 1, 1)),
    nth(year, 1, MONDAY, 3),
    nth(year, 2, MONDAY, 3),
    lastMonday(year, 5),
    observed(utc(year, 6, 19)),
    observed(utc(year, 7, 4)),
    nth(year, 9, MONDAY, 1),
    nth(year, 10, MONDAY, 2),
    observed(utc(year, 11, 11)),
    nth(year, 11, THURSDAY, 4),
    observed(utc(year, 12, 25)),
  ];
}

/** Whether a day (midnight UTC) is from Monday to Friday and no federal holiday. */
export function isBusinessDay(day: Date): boolean {
  const weekday = day.getUTCDay();
  if (weekday < MONDAY || weekday > FRIDAY) return false;
  const year = day.getUTCFullYear();
  // New Year's Day on a Saturday is observed in the year before.
  return ![...federalHolidays(year), ...federalHolidays(year + 1)].some(
    (holiday) => holiday.getTime() === day.getTime(),
  );
}

/** The day that is `days` business days after the day of a moment. */
export function addBusinessDays(from: Date, days: number): Date {
  let day = startOfDay(from);
  for (let left = days; left > 0; ) {
    day = after(day, DAY);
    if (isBusinessDay(day)) left -= 1;
  }
  return day;
}

/** The business days after the day of `from` up to and with the day of `to`; 0 when that is not later. */
export function businessDaysBetween(from: Date, to: Date): number {
  const end = startOfDay(to);
  let days = 0;
  for (let day = after(startOfDay(from), DAY); day <= end; day = after(day, DAY)) {
    if (isBusinessDay(day)) days += 1;
  }
  return days;
}
