import { searchTextOf } from '#kernel/search.ts';

/** The filters of the people and their withdrawals as the address carries them. */
export interface PeopleSearch {
  view?: 'withdrawals';
  /** Of accounts: `frozen`; of withdrawals: `held` or `unsent`. */
  state?: 'frozen' | 'held' | 'unsent';
  q?: string;
}

const statesOf = { accounts: ['frozen'], withdrawals: ['held', 'unsent'] } as const;

export interface PeopleScreenProps {
  search: PeopleSearch;
  onSearch: (search: { [Key in keyof PeopleSearch]: unknown }) => void;
}

/** Reads any address; what cannot be understood is left out. */
export function readPeopleSearch(raw: Record<string, unknown>): PeopleSearch {
  const q = searchTextOf(raw.q);
  const view = raw.view === 'withdrawals' ? raw.view : undefined;
  const state = statesOf[view ?? 'accounts'].find((one) => one === raw.state);
  return { ...(view && { view }), ...(state && { state }), ...(q && { q }) };
}
