import { monthAfter, monthBounds, monthName, monthOf, quarterOfMonth } from '#kernel/months.ts';
import type { Period } from './performance.ts';

export interface NamedPeriod extends Period {
  id: string;
  label: string;
}

const QUARTERS = [4, 3, 2, 1] as const;

const two = (number: number) => String(number).padStart(2, '0');

export const quarterMonths = (year: number, quarter: number): string[] =>
  [2, 1, 0].map((back) => `${year}-${two(quarter * 3 - back)}`);

function cut(period: NamedPeriod, now: Date): NamedPeriod {
  // The present moment is included.
  const end = new Date(now.getTime() + 1);
  return { ...period, to: period.to < end ? period.to : end };
}

export function yearPeriod(year: number, now: Date): NamedPeriod {
  const bounds = { from: monthBounds(`${year}-01`).from, to: monthBounds(`${year}-12`).to };
  const isRunning = now.getUTCFullYear() === year && now.getTime() + 1 < bounds.to.getTime();
  return cut({ ...bounds, id: String(year), label: isRunning ? `YTD ${year}` : String(year) }, now);
}

export function quarterPeriod(year: number, quarter: number, now: Date): NamedPeriod {
  const [first = '', , last = ''] = quarterMonths(year, quarter);
  const bounds = { from: monthBounds(first).from, to: monthBounds(last).to };
  return cut({ ...bounds, id: `${year}-Q${quarter}`, label: `Q${quarter} ${year}` }, now);
}

const monthPeriod = (month: string, now: Date): NamedPeriod =>
  cut({ ...monthBounds(month), id: month, label: monthName(month) }, now);

/** The years and quarters from the first moment that there is something of, the newest first. */
export function reportedPeriods(first: Date | null, now: Date): { year: number; quarters: number[] }[] {
  if (!first) return [];
  const [from, to] = [monthOf(first), monthOf(now)];
  const years: { year: number; quarters: number[] }[] = [];
  for (let year = now.getUTCFullYear(); year >= first.getUTCFullYear(); year -= 1) {
    const quarters = QUARTERS.filter((quarter) =>
      quarterMonths(year, quarter).some((month) => month >= from && month <= to),
    );
    years.push({ year, quarters });
  }
  return years;
}

/**
 * The periods whose figures are shown together: the longest first, then the newest.
 * @param until now, or the last moment of the chosen year or quarter: nothing later is in any of them
 */
export function comparedPeriods(
  first: Date,
  { year, quarter }: { year: number; quarter: number | null },
  until: Date,
): NamedPeriod[] {
  if (first > until) return [];
  const begins = monthOf(first);
  const quarters = quarter === null ? QUARTERS : [quarter];
  const months: string[] = [];
  for (let month = `${year}-12`; month >= `${year}-01`; month = monthAfter(month, -1)) months.push(month);
  const isReached = (month: string) => month >= begins && month <= monthOf(until);
  return [
    { from: first, to: new Date(until.getTime() + 1), id: 'all', label: 'Since inception' },
    yearPeriod(year, until),
    ...quarters
      .filter((one) => quarterMonths(year, one).some(isReached))
      .map((one) => quarterPeriod(year, one, until)),
    ...months
      .filter((month) => isReached(month) && (quarter === null || quarterOfMonth(month) === quarter))
      .map((month) => monthPeriod(month, until)),
  ];
}
