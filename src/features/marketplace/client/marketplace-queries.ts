import { loadPortfolio } from '#features/portfolio/client/index.ts';
import { watchedIdsOptions } from '#features/watchlist/client/index.ts';
import { readPropertyId } from '#kernel/property-id.ts';
import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { listInputOf, type MarketplaceSearch } from './marketplace-search.ts';

export const propertyListOptions = (search: MarketplaceSearch) =>
  trpc.properties.list.infiniteQueryOptions(listInputOf(search), {
    getNextPageParam: (page) => page.nextCursor,
  });

export const marketStatsOptions = () => trpc.properties.stats.queryOptions();

export const propertyOptions = (id: number) => trpc.properties.detail.queryOptions({ id });

/** Loads the data that the marketplace shows first. */
export function loadMarketplace(search: MarketplaceSearch) {
  return Promise.all([
    queryClient.ensureInfiniteQueryData(propertyListOptions(search)),
    queryClient.ensureQueryData(marketStatsOptions()),
    queryClient.ensureQueryData(watchedIdsOptions()),
    loadPortfolio(),
  ]);
}

/** The property an address names, when it names one. */
export function loadProperty(idText: string) {
  const id = readPropertyId(idText);
  return id === undefined ? Promise.resolve() : queryClient.ensureQueryData(propertyOptions(id));
}
