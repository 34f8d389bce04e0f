import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { InvestDialog } from '#features/investing/client/index.ts';
import { PortfolioStrip } from '#features/portfolio/client/index.ts';
import { hasRoomForMap, MapSkeleton, MapToggle } from '#features/properties/client/index.ts';
import { counted } from '#kernel/plural.ts';
import { BackToTop } from '#ui/back-to-top.tsx';
import { joinClasses } from '#ui/classes.ts';
import { firstFiltersOptions, isPreference, searchOfPreference } from './first-filters.ts';
import { MarketMap } from './market-map.tsx';
import { MarketStats } from './market-stats.tsx';
import { MarketplaceFilters } from './marketplace-filters.tsx';
import { MarketplaceHero } from './marketplace-hero.tsx';
import { marketStatsOptions } from './marketplace-queries.ts';
import { PropertyGrid, usePropertyList } from './property-grid.tsx';
import { useMarketplaceSearch } from './use-marketplace.ts';

export function MarketplaceScreen() {
  const { search, change, clear } = useMarketplaceSearch();
  const [opensMap] = useState(hasRoomForMap);
  const stats = useQuery(marketStatsOptions());
  const list = usePropertyList(search);
  const preferred = searchOfPreference(useQuery(firstFiltersOptions()).data);
  const shown = list.data?.pages.flatMap((page) => page.items) ?? [];
  const hasList = list.isPending || shown.length > 0;
  const withMap = hasList && (search.map ?? opensMap);
  return (
    <>
      <MarketplaceHero />
      <div className="page-width grid gap-6 py-4 sm:py-10 [&>*]:min-w-0">
        {/* On a phone the properties come first. */}
        <div className="empty:hidden max-sm:order-last">
          <PortfolioStrip />
        </div>
        <div className="max-sm:order-last">
          <MarketStats />
        </div>
        <section aria-labelledby="properties-heading" className="sm:mt-2">
          <div className="mb-3 flex flex-wrap items-center gap-x-4 sm:mb-4 sm:gap-y-1">
            <h2 id="properties-heading" className="me-auto text-2xl">
              Properties
            </h2>
            <p aria-live="polite" className="order-1 w-full text-sm text-muted sm:order-none sm:w-auto">
              {list.data && !list.isPlaceholderData && countText(shown.length, list.hasNextPage)}
            </p>
            {hasList && (
              <MapToggle
                open={withMap}
                onToggle={() => change({ map: withMap === opensMap ? !withMap : undefined })}
              />
            )}
          </div>
          {isPreference(search, preferred) && (
            <p className="-mt-2 mb-4 text-sm text-muted">
              Filtered by your preferences. Clear the filters to see every property.
            </p>
          )}
          <MarketplaceFilters
            search={search}
            locations={stats.data?.locations ?? []}
            onChange={change}
            onClear={clear}
          />
          <div
            className={joinClasses(
              'mt-4 sm:mt-6',
              withMap && 'grid items-start gap-6 lg:grid-cols-[27rem_minmax(0,1fr)]',
            )}
          >
            {withMap && (
              <div className="min-w-0 lg:sticky lg:top-24">
                {list.isPending ? <MapSkeleton /> : <MarketMap search={search} />}
              </div>
            )}
            <div className="min-w-0">
              <PropertyGrid
                search={search}
                list={list}
                columns={withMap ? 2 : 3}
                onInvest={(invest) => change({ invest })}
                onClear={clear}
              />
            </div>
          </div>
        </section>
      </div>
      {search.invest !== undefined && (
        <InvestDialog
          key={search.invest}
          propertyId={search.invest}
          known={shown.find((property) => property.id === search.invest)}
          onClose={() => change({ invest: undefined })}
        />
      )}
      <BackToTop />
    </>
  );
}

function countText(count: number, more: boolean): string {
  const properties = counted(count, 'property', 'properties');
  return more ? `Showing the first ${properties}` : `Showing ${properties}`;
}
