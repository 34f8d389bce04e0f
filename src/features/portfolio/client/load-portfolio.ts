import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

/** What the strip of a portfolio shows; for route loaders. */
export function loadPortfolio() {
  return queryClient.ensureQueryData(trpc.portfolio.overview.queryOptions());
}

/** First data of the portfolio, for route loaders; the purchases again when one was made since. */
export function loadPortfolioScreen() {
  return Promise.all([loadPortfolio(), queryClient.fetchQuery(trpc.investing.cancellable.queryOptions())]);
}
