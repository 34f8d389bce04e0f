import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

export const washTradesOptions = () =>
  trpc.resale.washTrades.infiniteQueryOptions({}, { getNextPageParam: (page) => page.nextCursor });

/** The first page; for its route's loader, and for admins only. */
export function loadWashTrades() {
  return queryClient.ensureInfiniteQueryData(washTradesOptions());
}
