import { queryClient } from '#platform/browser/query-client.ts';
import { ensureUser } from '#platform/browser/session.ts';
import { readStored, store } from '#platform/browser/session-store.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { activeFilterCount, type MarketplaceSearch } from './marketplace-search.ts';

const APPLIED_PREFERENCES_STORAGE_KEY = 'marketplace.firstFilters';

export const firstFiltersOptions = () => trpc.onboarding.firstFilters.queryOptions();

/** The preferences of a person as filters of the address; nothing when onboarding has none. */
export function searchOfPreference(
  preferred: Awaited<ReturnType<typeof loadPreference>> | undefined,
): MarketplaceSearch {
  const { type, band } = preferred ?? {};
  return { ...(type && { type }), ...(band && { yield: band }) };
}

function loadPreference() {
  return queryClient.ensureQueryData(firstFiltersOptions());
}

/**
 * The filters to open the marketplace with, when its address has none: a person's preferences, once in a tab, so
 * that filters that were cleared stay cleared.
 */
export async function firstSearch(search: MarketplaceSearch): Promise<MarketplaceSearch | null> {
  if (activeFilterCount(search) > 0 || !(await ensureUser())) return null;
  const preferred = searchOfPreference(await loadPreference().catch(() => undefined));
  const asText = JSON.stringify(preferred);
  if (readStored(APPLIED_PREFERENCES_STORAGE_KEY) === asText) return null;
  store(APPLIED_PREFERENCES_STORAGE_KEY, asText);
  return activeFilterCount(preferred) > 0 ? { ...search, ...preferred } : null;
}

/** Whether these filters are exactly the ones that come from a person's preferences. */
export function isPreference(search: MarketplaceSearch, preferred: MarketplaceSearch): boolean {
  return (
    activeFilterCount(preferred) > 0 &&
    activeFilterCount(search) === activeFilterCount(preferred) &&
    search.type === preferred.type &&
    search.yield === preferred.yield
  );
}
