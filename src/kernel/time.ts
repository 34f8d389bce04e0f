/** The source of the present moment; commands never read the system clock themselves. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The moment `milliseconds` after `from`. */
export function after(from: Date, milliseconds: number): Date {
  return new Date(from.getTime() + milliseconds);
}

/** The first moment of the day (UTC). */
export function startOfDay(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
}

/** The first moment of the month (UTC). */
export function startOfMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}

/** The day that a text such as "1990-02-28" names, in UTC; null when there is no such day. */
export function dayOf(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00.000Z`);
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text ? null : day;
}

const dateFormat = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** The day of a moment (UTC): "2026-09-30". */
export const dayText = (at: Date): string => at.toISOString().slice(0, 10);

/** Whether the day on a document is ahead everywhere on earth: dates are ahead of UTC by up to a day. */
export function isDatedAhead(dated: string, now: Date): boolean {
  const day = dayOf(dated);
  return day !== null && day > after(now, DAY);
}

/** A date for people, such as "Nov 3, 2026"; in UTC, so that server and browser agree. */
export function formatDate(iso: string | Date): string {
  return dateFormat.format(new Date(iso));
}

/** Resolves after this many milliseconds; at 0, once waiting events were handled. */
export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
