import { monthAfter, monthBounds, monthOf } from '#kernel/months.ts';
import { after, DAY, HOUR } from '#kernel/time.ts';

/** The day and the hour (UTC) at which the statements of the month before are issued. */
export const ISSUE_DAY = 3;
export const ISSUE_HOUR = 3;

/** The moment in a month at which the statements of the month before are due. */
export const issueMoment = (month: string): Date =>
  after(monthBounds(month).from, (ISSUE_DAY - 1) * DAY + ISSUE_HOUR * HOUR);

/** The newest month whose statements are due at a moment. */
export function newestDueMonth(now: Date): string {
  const month = monthOf(now);
  return monthAfter(month, now >= issueMoment(month) ? -1 : -2);
}
