import { optionsOf } from '#kernel/options.ts';
import { searchTextOf } from '#kernel/search.ts';
import type { OwnedSort, StatusFilter } from '../owners.contract.ts';

const statuses = { active: 'Active', pending: 'Pending', 'fully-funded': 'Fully Funded' } as const;
type StatusKey = keyof typeof statuses;

// No schema: an address is read before the page, which then would load the validator.
const sortLabels: Record<OwnedSort, [ascending: string, descending: string]> = {
  name: ['Name, A to Z', 'Name, Z to A'],
  valuation: ['Lowest valuation', 'Highest valuation'],
  equitySold: ['Least equity sold', 'Most equity sold'],
  monthlyYield: ['Lowest monthly yield', 'Highest monthly yield'],
  lastMonthIncome: ['Lowest income last month', 'Highest income last month'],
  capRate: ['Lowest cap rate', 'Highest cap rate'],
  monthsDue: ['Fewest reports due', 'Most reports due'],
};

/** Filter and order of the list, in its address; by name unless it says otherwise. */
export interface DashboardSearch {
  q?: string;
  status?: StatusKey;
  sort?: OwnedSort;
  order?: 'descending';
}

/** Reads any address; what cannot be understood is left out. */
export function readDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const status = String(raw.status ?? '');
  const sort = String(raw.sort ?? '');
  const q = searchTextOf(raw.q);
  return {
    ...(q && { q }),
    ...(Object.hasOwn(statuses, status) && { status: status as StatusKey }),
    ...(sort !== 'name' && Object.hasOwn(sortLabels, sort) && { sort: sort as OwnedSort }),
    ...(raw.order === 'descending' && { order: raw.order }),
  };
}

export function listInputOf({ q, status, sort = 'name', order }: DashboardSearch) {
  return {
    ...(q && { q }),
    sort,
    order: order ?? ('ascending' as const),
    ...(status && { status: statuses[status] satisfies StatusFilter }),
  };
}

export const statusOptions = [{ value: '', label: 'All statuses' }, ...optionsOf(statuses)];

/** Each way to sort as one option, for screens without column heads. */
export const sortOptions = Object.entries(sortLabels).flatMap(([sort, [ascending, descending]]) => {
  return [
    { value: sort, label: ascending },
    { value: `${sort} descending`, label: descending },
  ];
});

/** The option that an address has chosen, and back. */
export const sortOptionOf = ({ sort = 'name', order }: DashboardSearch) =>
  order ? `${sort} ${order}` : sort;
export function searchOfSortOption(option: string): Pick<DashboardSearch, 'sort' | 'order'> {
  const [sort, order] = option.split(' ');
  return readDashboardSearch({ sort, order });
}
