import { DAY, HOUR, MINUTE } from '#kernel/time.ts';

const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/** Date and time where the viewer is: "Nov 3, 2026, 2:05 PM". */
export function formatMoment(iso: string): string {
  return dateAndTime.format(new Date(iso));
}

/** How long ago, in the largest whole unit: "just now", "5 minutes ago", "yesterday", "3 days ago". */
export function timeAgo(iso: string, now: number = Date.now()): string {
  const passed = Math.max(0, now - Date.parse(iso));
  if (passed < MINUTE) return 'just now';
  if (passed < HOUR) return relative.format(-Math.floor(passed / MINUTE), 'minute');
  if (passed < DAY) return relative.format(-Math.floor(passed / HOUR), 'hour');
  return relative.format(-Math.floor(passed / DAY), 'day');
}
