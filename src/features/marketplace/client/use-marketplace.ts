import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useDialogInAddress } from '#platform/browser/dialog-in-address.ts';
import { type MarketplaceSearch, readMarketplaceSearch } from './marketplace-search.ts';

const route = getRouteApi('/investor-marketplace');

export type SearchChange = { [Key in keyof MarketplaceSearch]?: unknown };

/** The filters in the address, and how to change some of them; the page does not scroll. */
export function useMarketplaceSearch() {
  const search = route.useSearch();
  const router = useRouter();
  const go = useDialogInAddress('invest', search, route.useNavigate());
  // A change may follow another one before the page has rendered: it starts from the newest address.
  const change = useCallback(
    (changed: SearchChange) => go(readMarketplaceSearch({ ...router.latestLocation.search, ...changed })),
    [go, router],
  );
  const clear = useCallback(() => {
    const { sort, map } = router.latestLocation.search;
    go(readMarketplaceSearch({ sort, map }));
  }, [go, router]);
  return { search, change, clear };
}
