import { searchTextOf } from '#kernel/search.ts';

/** The filters of the list of people as its address carries them. */
export interface PeopleSearch {
  state?: 'frozen';
  q?: string;
}

/** Reads any address; what cannot be understood is left out. */
export function readPeopleSearch(raw: Record<string, unknown>): PeopleSearch {
  const q = searchTextOf(raw.q);
  return { ...(raw.state === 'frozen' && { state: 'frozen' as const }), ...(q && { q }) };
}
