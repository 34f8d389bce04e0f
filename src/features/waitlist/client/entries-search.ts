import { searchTextOf } from '#kernel/search.ts';

/** Filters of the admin's list, as in its address. */
export interface EntriesSearch {
  q?: string;
}

/** Reads any address; what cannot be understood is left out. */
export function readEntriesSearch(raw: Record<string, unknown>): EntriesSearch {
  const q = searchTextOf(raw.q);
  return q === undefined ? {} : { q };
}
