import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import type { ResaleSearch } from './resale-search.ts';

const getNextPageParam = (page: { nextCursor: string | null }) => page.nextCursor;

const inputOf = ({ property, sort = 'newest' }: ResaleSearch) => ({
  sort,
  ...(property === undefined ? {} : { propertyId: property }),
});

export const laddersOptions = (search: ResaleSearch) =>
  trpc.resale.ladders.infiniteQueryOptions(inputOf(search), { getNextPageParam });
export const listingsOptions = (search: ResaleSearch) =>
  trpc.resale.listings.infiniteQueryOptions(inputOf(search), { getNextPageParam });

export const figuresOptions = () => trpc.resale.marketFigures.queryOptions();
export const sellableOptions = () => trpc.resale.sellable.queryOptions();
export const bookOptions = (propertyId: number) => trpc.resale.book.queryOptions({ propertyId });

export const ownListingsOptions = (state: 'open' | 'closed') =>
  trpc.resale.ownListings.infiniteQueryOptions({ state }, { getNextPageParam });
export const ownBidsOptions = (state: 'open' | 'closed') =>
  trpc.resale.ownBids.infiniteQueryOptions({ state }, { getNextPageParam });

/** First data of the resale marketplace; for its route's loader. */
export function loadResaleMarketplace(search: ResaleSearch) {
  return Promise.all([
    queryClient.ensureQueryData(figuresOptions()),
    queryClient.ensureInfiniteQueryData(laddersOptions(search)),
  ]);
}

/** First data of Sell My Shares; for its route's loader. */
export function loadSellShares() {
  return Promise.all([
    queryClient.ensureQueryData(sellableOptions()),
    queryClient.ensureInfiniteQueryData(ownListingsOptions('open')),
  ]);
}
