import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { periodOf, type ReportsSearch } from './reports-search.ts';

export const reportOptions = (search: ReportsSearch) => trpc.reports.overview.queryOptions(periodOf(search));

/** Everything the screen shows; for the route's loader. */
export async function loadReports(search: ReportsSearch): Promise<void> {
  await queryClient.ensureQueryData(reportOptions(search));
}
