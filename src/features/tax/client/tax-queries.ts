import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import type { TaxSearch } from './tax-search.ts';

export const taxableYearsOptions = (search: TaxSearch) =>
  trpc.tax.taxableYears.infiniteQueryOptions(search, { getNextPageParam: (page) => page.nextCursor });

/** First data of the screen, for the route's loader; for admins only. */
export async function loadTax(search: TaxSearch): Promise<void> {
  await queryClient.ensureInfiniteQueryData(taxableYearsOptions(search));
}
