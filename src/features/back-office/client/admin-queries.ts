import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import type { AdminSearch } from './admin-search.ts';
import type { PeopleSearch } from './people-search.ts';

export const adminListOptions = (search: AdminSearch) =>
  trpc.properties.adminList.infiniteQueryOptions(search, {
    getNextPageParam: (page) => page.nextCursor,
  });

/** The first page of the panel; for its routes' loaders, and for admins only. */
export function loadAdminPanel(search: AdminSearch) {
  return queryClient.ensureInfiniteQueryData(adminListOptions(search));
}

export const peopleOptions = ({ state, q }: PeopleSearch) =>
  trpc.backOffice.people.infiniteQueryOptions(
    { ...(state === 'frozen' && { state }), ...(q && { q }) },
    { getNextPageParam: (page) => page.nextCursor },
  );

export const withdrawalsOptions = ({ state, q }: PeopleSearch) =>
  trpc.wallet.withdrawals.infiniteQueryOptions(
    { ...(state && state !== 'frozen' && { state }), ...(q && { q }) },
    { getNextPageParam: (page) => page.nextCursor },
  );

/** The first page of the people or of their withdrawals; for the route's loader, and for admins only. */
export async function loadPeople(search: PeopleSearch): Promise<void> {
  if (search.view === 'withdrawals') await queryClient.ensureInfiniteQueryData(withdrawalsOptions(search));
  else await queryClient.ensureInfiniteQueryData(peopleOptions(search));
}
