import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

export const overviewOptions = () => trpc.books.overview.queryOptions();
export const monthsOptions = () => trpc.books.months.queryOptions();
export const propertiesOptions = () =>
  trpc.books.properties.infiniteQueryOptions({}, { getNextPageParam: (page) => page.nextCursor });

/** First data of the page, for the route's loader; for admins only. Money moves all the time, so it is read each time. */
export async function loadBooks(): Promise<void> {
  await Promise.all([
    queryClient.fetchQuery({ ...overviewOptions(), staleTime: 0 }),
    queryClient.fetchQuery({ ...monthsOptions(), staleTime: 0 }),
    queryClient.fetchInfiniteQuery({ ...propertiesOptions(), staleTime: 0 }),
  ]);
}
