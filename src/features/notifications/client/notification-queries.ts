import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

const PAGE_ITEMS = 30;

export const notificationsOptions = () =>
  trpc.notifications.list.infiniteQueryOptions(
    { limit: PAGE_ITEMS },
    { getNextPageParam: (page) => page.nextCursor },
  );

export const newestOptions = () => trpc.notifications.list.queryOptions({ limit: 1 });

export const unreadCountOptions = () => trpc.notifications.unreadCount.queryOptions();

export const preferencesOptions = () => trpc.notifications.preferences.queryOptions();

/** Loads the data that the notifications screen shows first. */
export function loadNotifications() {
  return Promise.all([
    queryClient.ensureInfiniteQueryData(notificationsOptions()),
    queryClient.ensureQueryData(unreadCountOptions()),
    queryClient.ensureQueryData(preferencesOptions()),
  ]);
}
