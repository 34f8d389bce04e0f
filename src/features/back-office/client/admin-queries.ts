import { withdrawalsOptions } from '#features/wallet/client/index.ts';
import { MINUTE } from '#kernel/time.ts';
import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import type { AdminSearch } from './admin-search.ts';
import { type UsersSearch, withdrawalsSearchOf } from './users-search.ts';

const MAX_PAGE_PROPERTIES = 6;

export const adminListOptions = (search: AdminSearch) =>
  trpc.properties.adminList.infiniteQueryOptions(
    { ...search, limit: MAX_PAGE_PROPERTIES },
    { getNextPageParam: (page) => page.nextCursor },
  );

export const waitingOptions = () => trpc.backOffice.waiting.queryOptions();

/** First data of the panel: waiting work, and the first page of properties; for route loaders, and for admins only. */
export async function loadAdminPanel(search: AdminSearch): Promise<void> {
  await Promise.all([
    // No event says that a job was given up. The count takes a while, so typing a filter does not repeat it.
    queryClient.fetchQuery({ ...waitingOptions(), staleTime: MINUTE }),
    queryClient.ensureInfiniteQueryData(adminListOptions(search)),
  ]);
}

export const usersOptions = ({ state, role, identity, q }: UsersSearch) =>
  trpc.backOffice.users.infiniteQueryOptions(
    {
      ...(state && state !== 'held' && state !== 'unsent' && { state }),
      ...(role && { role }),
      ...(identity && { identity }),
      ...(q && { q }),
    },
    { getNextPageParam: (page) => page.nextCursor },
  );

export const userOptions = (userId: string) => trpc.backOffice.user.queryOptions({ userId });

/** One account; for the route's loader, and for admins only. What its owner does changes it, so it is read each time. */
export async function loadUser(userId: string): Promise<void> {
  await queryClient.fetchQuery({ ...userOptions(userId), staleTime: 0 });
}

/** The first page of the people or of their withdrawals; for the route's loader, and for admins only. */
export async function loadUsers(search: UsersSearch): Promise<void> {
  if (search.view === 'withdrawals')
    await queryClient.ensureInfiniteQueryData(withdrawalsOptions(withdrawalsSearchOf(search)));
  else await queryClient.fetchInfiniteQuery({ ...usersOptions(search), staleTime: 0 });
}
