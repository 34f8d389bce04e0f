import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import type { EntriesSearch } from './entries-search.ts';

export const entriesOptions = (search: EntriesSearch) =>
  trpc.waitlist.entries.infiniteQueryOptions(search, { getNextPageParam: (page) => page.nextCursor });

export const statsOptions = () => trpc.waitlist.stats.queryOptions();

/** Other people join, so the list and its figures are read again each time they are opened. */
export function loadEntries(search: EntriesSearch) {
  return Promise.all([
    queryClient.fetchQuery({ ...statsOptions(), staleTime: 0 }),
    queryClient.fetchInfiniteQuery({ ...entriesOptions(search), staleTime: 0 }),
  ]);
}
