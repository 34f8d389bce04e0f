import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import type { JobsSearch } from './jobs-search.ts';

export const queuesOptions = () => trpc.jobs.queues.queryOptions();
export const listOptions = (search: JobsSearch) =>
  trpc.jobs.list.infiniteQueryOptions(search, { getNextPageParam: (page) => page.nextCursor });

/**
 * The queues and the first page of jobs; for the route's loader, and for admins only. Jobs begin, end and fail without an
 * event, so they are read again each time they are opened.
 */
export async function loadJobs(search: JobsSearch): Promise<void> {
  await Promise.all([
    queryClient.fetchQuery({ ...queuesOptions(), staleTime: 0 }),
    queryClient.fetchInfiniteQuery({ ...listOptions(search), staleTime: 0 }),
  ]);
}
