import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

const PAGE_ITEMS = 24;

export const watchedIdsOptions = () => trpc.watchlist.watchedIds.queryOptions();

export const watchlistOptions = () =>
  trpc.watchlist.list.infiniteQueryOptions(
    { limit: PAGE_ITEMS },
    { getNextPageParam: (page) => page.nextCursor },
  );

export const watchlistSummaryOptions = () => trpc.watchlist.summary.queryOptions();

export const generalAlertsOptions = () => trpc.watchlist.alerts.queryOptions();

/** First data of the screen, for the route's loader. */
export function loadWatchlist() {
  return Promise.all([
    queryClient.ensureInfiniteQueryData(watchlistOptions()),
    queryClient.ensureQueryData(watchlistSummaryOptions()),
    queryClient.ensureQueryData(generalAlertsOptions()),
  ]);
}
