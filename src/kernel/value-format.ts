import { formatPercent, formatUsdExact, toDecimal } from './money.ts';
import { formatDate } from './time.ts';

/** How amounts, counts, rates and times are written: plain for programs, or as people read them. */
export interface ValueFormat<Amount = string> {
  money(cents: number): Amount;
  count(whole: number): string;
  percent(bps: number | null): string;
  day(iso: string): string;
  /** A moment for programs; people read its day. */
  moment(iso: string): string;
}

export const forPrograms: ValueFormat = {
  money: toDecimal,
  count: String,
  percent: (bps) => (bps === null ? '' : (bps / 100).toFixed(2)),
  day: (iso) => iso.slice(0, 10),
  moment: (iso) => iso,
};

export const forPeople: ValueFormat = {
  money: formatUsdExact,
  count: (whole) => whole.toLocaleString('en-US'),
  percent: (bps) => (bps === null ? 'Not available' : formatPercent(bps / 100)),
  day: (iso) => formatDate(iso),
  moment: (iso) => formatDate(iso),
};
