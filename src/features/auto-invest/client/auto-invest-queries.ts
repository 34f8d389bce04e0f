import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

const PAGE_SIZE = 20;

export const overviewOptions = () => trpc.autoInvest.overview.queryOptions();

export const decisionsOptions = () =>
  trpc.autoInvest.decisions.infiniteQueryOptions(
    { limit: PAGE_SIZE },
    { getNextPageParam: (page) => page.nextCursor },
  );

/** What the screen shows first; for its route's loader. */
export const loadAutoInvest = () => queryClient.ensureQueryData(overviewOptions());
