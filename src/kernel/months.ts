const MONTH_NAMES = [
  'January', 'February', 'March', 'April', 'May', 'June',
  'July', 'August', 'September', 'October', 'November', 'December',
]; // biome-ignore format: a list of names

/** A month such as "2026-09", as people write it: "September 2026". */
export function monthName(month: string): string {
  return `${MONTH_NAMES[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
}

/** The month of a moment (UTC): "2026-09". */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** The first moment of a month, and the first moment after it. */
export function monthBounds(month: string): { from: Date; to: Date } {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1)) };
}

/** The month `count` months later; earlier for a negative count. */
export function monthAfter(month: string, count = 1): string {
  const { from } = monthBounds(month);
  return monthOf(new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + count, 1)));
}

/** A quarter such as "2026-Q3", as people write it: "Q3 2026". */
export function quarterName(quarter: string): string {
  return `${quarter.slice(5)} ${quarter.slice(0, 4)}`;
}

/** The quarter that a month belongs to, 1 to 4. */
export const quarterOfMonth = (month: string): number => Math.ceil(Number(month.slice(5)) / 3);
