import { counted } from '#kernel/plural.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';

const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/** Date and time where the viewer is: "Nov 3, 2026, 2:05 PM". */
export function formatMoment(iso: string): string {
  return dateAndTime.format(new Date(iso));
}

const dateOnly = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** The day of a moment where the viewer is: "Nov 3, 2026". */
export function formatDay(iso: string): string {
  return dateOnly.format(new Date(iso));
}

/** The day of a moment as it ends a sentence: "today", "yesterday", "on Nov 3, 2026". */
export function dayInWords(iso: string, now: number = Date.now()): string {
  const day = formatDay(iso);
  if (day === dateOnly.format(now)) return 'today';
  return day === dateOnly.format(now - DAY) ? 'yesterday' : `on ${day}`;
}

/** Whole time until then, in hours below three days: "3 days left", "71 hours left", "less than a minute left". */
export function timeLeft(iso: string, now: number = Date.now()): string {
  const left = Math.max(0, Date.parse(iso) - now);
  const of = (unit: number, name: string) => `${counted(Math.floor(left / unit), name)} left`;
  if (left >= 3 * DAY) return of(DAY, 'day');
  if (left >= HOUR) return of(HOUR, 'hour');
  return left >= MINUTE ? of(MINUTE, 'minute') : 'less than a minute left';
}

/** Time since then, in the largest whole unit: "just now", "5 minutes ago", "yesterday", "3 days ago". */
export function timeAgo(iso: string, now: number = Date.now()): string {
  const passed = Math.max(0, now - Date.parse(iso));
  if (passed < MINUTE) return 'just now';
  if (passed < HOUR) return relative.format(-Math.floor(passed / MINUTE), 'minute');
  if (passed < DAY) return relative.format(-Math.floor(passed / HOUR), 'hour');
  return relative.format(-Math.floor(passed / DAY), 'day');
}
