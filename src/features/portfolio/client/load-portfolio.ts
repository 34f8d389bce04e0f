import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

/** Everything the portfolio and its strip show; for route loaders. */
export function loadPortfolio() {
  return queryClient.ensureQueryData(trpc.portfolio.overview.queryOptions());
}
