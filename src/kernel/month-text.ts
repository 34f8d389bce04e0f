import { monthName } from './months.ts';

/** "Nov 2026" for the month "2026-11", which may also come as a whole date. */
export function monthText(month: string): string {
  return monthName(month.slice(0, 7)).replace(/^(\w{3})\w*/, '$1');
}
