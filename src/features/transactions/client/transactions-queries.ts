import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { filterOf, type TransactionsSearch } from './transactions-search.ts';

const PAGE_ITEMS = 20;

export const listOptions = (search: TransactionsSearch) =>
  trpc.transactions.list.infiniteQueryOptions(
    { ...filterOf(search), limit: PAGE_ITEMS },
    { getNextPageParam: (page) => page.nextCursor },
  );

export const summaryOptions = (search: TransactionsSearch) =>
  trpc.transactions.summary.queryOptions(filterOf(search));

/** Everything the history shows first; for the route's loader. */
export async function loadTransactions(search: TransactionsSearch): Promise<void> {
  await Promise.all([
    queryClient.ensureInfiniteQueryData(listOptions(search)),
    queryClient.ensureQueryData(summaryOptions(search)),
  ]);
}
