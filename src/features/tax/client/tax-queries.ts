import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import type { TaxSearch } from './tax-search.ts';

export const taxableYearsOptions = (search: TaxSearch) => trpc.tax.taxableYears.queryOptions(search);

/** First data of the screen, for the route's loader; for admins only. */
export async function loadTax(search: TaxSearch): Promise<void> {
  await queryClient.ensureQueryData(taxableYearsOptions(search));
}
