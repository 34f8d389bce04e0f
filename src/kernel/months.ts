const MONTH_NAMES = [
  'January', 'February', 'March', 'April', 'May', 'June',
  'July', 'August', 'September', 'October', 'November', 'December',
]; // biome-ignore format: a list of names

/** How a calendar month is named: "2026-09". */
export const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

/** A month such as "2026-09", as people write it: "September 2026". */
export function monthName(month: string): string {
  return `${MONTH_NAMES[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
}

/** The month of a moment (UTC): "2026-09". */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** The first moment (UTC) of the month that is `ahead` months later; earlier for a negative number. */
export function monthStart(month: string, ahead = 0): Date {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + ahead, 1));
}

/** The month that is `ahead` months later; earlier for a negative number. */
export const monthAfter = (month: string, ahead = 1): string => monthOf(monthStart(month, ahead));

/** The first moment of a month, and the first moment after it. */
export const monthBounds = (month: string): { from: Date; to: Date } => ({
  from: monthStart(month),
  to: monthStart(month, 1),
});

/** A quarter such as "2026-Q3", as people write it: "Q3 2026". */
export function quarterName(quarter: string): string {
  return `${quarter.slice(5)} ${quarter.slice(0, 4)}`;
}

/** The quarter that a month belongs to, 1 to 4. */
export const quarterOfMonth = (month: string): number => Math.ceil(Number(month.slice(5)) / 3);
