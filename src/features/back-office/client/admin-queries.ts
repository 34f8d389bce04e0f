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

export const peopleOptions = (search: PeopleSearch) =>
  trpc.backOffice.people.infiniteQueryOptions(search, { getNextPageParam: (page) => page.nextCursor });

/** The first page of the people; for its route's loader, and for admins only. */
export function loadPeople(search: PeopleSearch) {
  return queryClient.ensureInfiniteQueryData(peopleOptions(search));
}
