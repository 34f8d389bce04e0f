import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Store } from 'lucide-react';
import { messageOf } from '#platform/browser/errors.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { SelectField } from '#ui/select-field.tsx';
import type { MarketFigures } from '../resale.contract.ts';
import { listingSorts } from './listing-sorts.ts';
import { ListingTile, ListingTileSkeleton } from './listing-tile.tsx';
import { listingsOptions } from './resale-queries.ts';
import { type ResaleSearch, readResaleSearch } from './resale-search.ts';

const gridClass = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3';

export function useListings(search: ResaleSearch) {
  const { property, sort } = search;
  return useInfiniteQuery({
    ...listingsOptions({ ...(property === undefined ? {} : { property }), ...(sort ? { sort } : {}) }),
    placeholderData: keepPreviousData,
  });
}

export interface ListingGridProps {
  search: ResaleSearch;
  list: ReturnType<typeof useListings>;
  figures: MarketFigures | undefined;
  onSearch: (search: ResaleSearch) => void;
}

export function ListingGrid({ search, list, figures, onSearch }: ListingGridProps) {
  return (
    <>
      <div className="mb-6 grid gap-4 sm:grid-cols-2 lg:max-w-2xl">
        <SelectField
          label="Property"
          value={search.property ?? ''}
          options={propertyOptions(figures, search.property)}
          onChange={(event) =>
            onSearch(readResaleSearch({ ...search, property: event.target.value || undefined }))
          }
        />
        <SelectField
          label="Sort by"
          value={search.sort ?? 'newest'}
          options={listingSorts}
          onChange={(event) => onSearch(readResaleSearch({ ...search, sort: event.target.value }))}
        />
      </div>
      <PagedList
        list={list}
        place="on the page"
        loadingLabel="Loading listings"
        skeleton={<GridSkeleton />}
        errorText={messageOf(list.error)}
        empty={<NoListings filtered={search.property !== undefined} onClear={() => onSearch({})} />}
      >
        {(listings) => (
          <ul className={gridClass}>
            {listings.map((listing) => (
              <ListingTile key={listing.id} listing={listing} onBuy={(buy) => onSearch({ ...search, buy })} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function GridSkeleton() {
  return (
    <div className={gridClass}>
      <ListingTileSkeleton />
      <ListingTileSkeleton />
      <ListingTileSkeleton />
    </div>
  );
}

function propertyOptions(figures: MarketFigures | undefined, chosen: number | undefined) {
  const known = (figures?.properties ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const missing = chosen !== undefined && !known.some(({ value }) => value === String(chosen));
  return [
    { value: '', label: 'All properties' },
    ...known,
    ...(missing ? [{ value: String(chosen), label: `Property ${chosen}` }] : []),
  ];
}

/** The empty state leads to the primary market. */
function NoListings({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={Store}
      level={3}
      title={filtered ? 'Nobody sells shares of this property now' : 'Nobody sells shares now'}
      text="New listings appear here by themselves. Properties that are still being funded sell their shares on the marketplace."
      action={
        <div className="flex flex-wrap justify-center gap-2.5">
          <Link to="/investor-marketplace" className={buttonClass()}>
            Explore Marketplace
          </Link>
          {filtered && (
            <Button variant="secondary" onClick={onClear}>
              Show all listings
            </Button>
          )}
        </div>
      }
    />
  );
}
