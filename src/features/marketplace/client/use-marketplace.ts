import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type MarketplaceSearch, readMarketplaceSearch } from './marketplace-search.ts';

const route = getRouteApi('/investor-marketplace');

export type SearchChange = { [Key in keyof MarketplaceSearch]?: unknown };

/** The filters in the address, and how to change some of them; the page keeps its place. */
export function useMarketplaceSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (changed: SearchChange) => {
      void navigate({
        search: (before) => readMarketplaceSearch({ ...before, ...changed }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate],
  );
  const clear = useCallback(() => {
    void navigate({
      search: ({ sort }) => readMarketplaceSearch({ sort }),
      replace: true,
      resetScroll: false,
    });
  }, [navigate]);
  return { search, change, clear };
}
