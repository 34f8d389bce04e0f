import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

const PAGE_ITEMS = 20;

export const overviewOptions = () => trpc.wallet.overview.queryOptions();

export const movementsOptions = () =>
  trpc.wallet.movements.infiniteQueryOptions(
    { limit: PAGE_ITEMS },
    { getNextPageParam: (page) => page.nextCursor },
  );

export const transfersOptions = () =>
  trpc.wallet.transfers.infiniteQueryOptions(
    { limit: PAGE_ITEMS },
    { getNextPageParam: (page) => page.nextCursor },
  );

/** Everything the wallet shows first; for the route's loader. */
export async function loadWallet(): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(overviewOptions()),
    queryClient.ensureInfiniteQueryData(movementsOptions()),
    queryClient.ensureInfiniteQueryData(transfersOptions()),
  ]);
}
