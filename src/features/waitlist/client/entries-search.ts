import { searchTextOf } from '#kernel/search.ts';

/** What the admin's list is narrowed to, as its address carries it. */
export interface EntriesSearch {
  q?: string;
}

/** Reads any address; what cannot be understood is left out. */
export function readEntriesSearch(raw: Record<string, unknown>): EntriesSearch {
  const q = searchTextOf(raw.q);
  return q === undefined ? {} : { q };
}
