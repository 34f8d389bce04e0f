import { searchTextOf } from '#kernel/search.ts';

/** The filters of the users and their withdrawals as the address carries them. */
export interface UsersSearch {
  view?: 'withdrawals';
  /** Of accounts: `active`, `frozen` or `closed`; of withdrawals: `held` or `unsent`. */
  state?: 'active' | 'frozen' | 'closed' | 'held' | 'unsent';
  role?: 'admin' | 'user';
  identity?: 'verified' | 'unverified';
  q?: string;
}

const statesOf = { accounts: ['active', 'frozen', 'closed'], withdrawals: ['held', 'unsent'] } as const;

export interface UsersScreenProps {
  search: UsersSearch;
  onSearch: (search: { [Key in keyof UsersSearch]: unknown }) => void;
}

/** Reads any address; what cannot be understood is left out. */
export function readUsersSearch(raw: Record<string, unknown>): UsersSearch {
  const q = searchTextOf(raw.q);
  const view = raw.view === 'withdrawals' ? raw.view : undefined;
  const state = statesOf[view ?? 'accounts'].find((one) => one === raw.state);
  const role = (['admin', 'user'] as const).find((one) => !view && one === raw.role);
  const identity = (['verified', 'unverified'] as const).find((one) => !view && one === raw.identity);
  return {
    ...(view && { view }),
    ...(state && { state }),
    ...(role && { role }),
    ...(identity && { identity }),
    ...(q && { q }),
  };
}

/** The filters that are about withdrawals. */
export function withdrawalsSearchOf({ state, q }: UsersSearch) {
  return { ...((state === 'held' || state === 'unsent') && { state }), ...(q && { q }) };
}
