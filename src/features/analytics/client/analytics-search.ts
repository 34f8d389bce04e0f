import { dayOf } from '#kernel/time.ts';
import type { AnalyticsSort } from '../analytics.contract.ts';

// No schema: an address is read before the page, which then would load the validator.
const sorts: Record<AnalyticsSort, true> = {
  name: true,
  status: true,
  valuation: true,
  equitySold: true,
  investors: true,
  yield: true,
  raised: true,
};

/** The period and the order of the table, as the address carries them. */
export interface AnalyticsSearch {
  from?: string;
  to?: string;
  sort?: AnalyticsSort;
  order?: 'ascending';
}

/** Props of the screen and its parts. */
export interface AnalyticsProps {
  search: AnalyticsSearch;
  onSearch: (next: Record<string, unknown>) => void;
}

const dateOf = (raw: unknown) =>
  typeof raw === 'string' && /^20\d\d-/.test(raw) && dayOf(raw) !== null ? raw : undefined;

/** Reads any address; what cannot be understood is left out. */
export function readAnalyticsSearch(raw: Record<string, unknown>): AnalyticsSearch {
  const sort = String(raw.sort ?? '');
  const [from, to] = [dateOf(raw.from), dateOf(raw.to)];
  return {
    ...(from && { from }),
    ...(to && (from === undefined || from <= to) && { to }),
    ...(sort !== 'raised' && Object.hasOwn(sorts, sort) && { sort: sort as AnalyticsSort }),
    ...(raw.order === 'ascending' && { order: raw.order }),
  };
}

/** Inputs of the server's queries: the period of the charts, and the order of the table. */
export const rangeOf = ({ from, to }: AnalyticsSearch) => ({ ...(from && { from }), ...(to && { to }) });
export const sortingOf = ({ sort = 'raised', order }: AnalyticsSearch) => ({
  sort,
  order: order ?? ('descending' as const),
});
