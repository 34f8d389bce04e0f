import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

const PAGE_ITEMS = 20;

export const overviewOptions = () => trpc.autoInvest.overview.queryOptions();

export const decisionsOptions = (boughtOnly: boolean) =>
  trpc.autoInvest.decisions.infiniteQueryOptions(
    { limit: PAGE_ITEMS, boughtOnly },
    { getNextPageParam: (page) => page.nextCursor },
  );

/** First data of the screen, for the route's loader. */
export const loadAutoInvest = () => queryClient.ensureQueryData(overviewOptions());
