import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { PropertyCard, PropertyCardSkeleton } from '#features/properties/client/index.ts';
import type { PropertyCard as PropertyCardFacts } from '#features/properties/properties.contract.ts';
import { WatchHeart } from '#features/watchlist/client/index.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { isDemo } from '#platform/browser/variant.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { propertyListOptions } from './marketplace-queries.ts';
import { activeFilterCount, type MarketplaceSearch } from './marketplace-search.ts';

const gridClass = { 2: 'grid gap-5 sm:grid-cols-2', 3: 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3' };
const SKELETONS = ['one', 'two', 'three', 'four', 'five', 'six'];

/** The properties that match, a page at a time. While other filters load, the former list stays and dims. */
export function usePropertyList(search: MarketplaceSearch) {
  return useInfiniteQuery({ ...propertyListOptions(search), placeholderData: keepPreviousData });
}

interface PropertyGridProps {
  search: MarketplaceSearch;
  list: ReturnType<typeof usePropertyList>;
  /** On a wide screen; fewer beside another column. */
  columns: keyof typeof gridClass;
  onInvest: (id: number) => void;
  onClear: () => void;
}

export function PropertyGrid({ search, list, columns, onInvest, onClear }: PropertyGridProps) {
  return (
    <PagedList
      list={list}
      place="on the page"
      loadingLabel="Loading properties"
      skeleton={<GridSkeleton columns={columns} />}
      errorText={messageOf(list.error)}
      empty={<NothingFound search={search} onClear={onClear} />}
    >
      {(properties) => (
        <ul className={gridClass[columns]}>
          {properties.map((property) => (
            <PropertyCard
              key={property.id}
              as="li"
              property={property}
              corner={<WatchHeart property={property} />}
              actions={(headingId) => (
                <CardActions property={property} headingId={headingId} onInvest={onInvest} />
              )}
            />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

/** Link of a card, in the words of its variant. */
function CardActions({
  property,
  headingId,
  onInvest,
}: {
  property: PropertyCardFacts;
  headingId: string;
  onInvest: (id: number) => void;
}) {
  return (
    <>
      <Button
        aria-describedby={headingId}
        disabled={property.availableShares === 0}
        onClick={() => onInvest(property.id)}
      >
        {isDemo ? 'Buy Shares' : 'Invest Now'}
      </Button>
      <Link
        to="/property/$id"
        params={{ id: String(property.id) }}
        aria-describedby={headingId}
        className={buttonClass({ variant: 'secondary' })}
      >
        {isDemo ? 'View Details' : 'Details'}
      </Link>
    </>
  );
}

function GridSkeleton({ columns }: Pick<PropertyGridProps, 'columns'>) {
  return (
    <div className={gridClass[columns]}>
      {SKELETONS.map((card) => (
        <PropertyCardSkeleton key={card} />
      ))}
    </div>
  );
}

function NothingFound({ search, onClear }: { search: MarketplaceSearch; onClear: () => void }) {
  const filters = activeFilterCount(search);
  const filtered = filters > 0;
  const onlySearched = filters === 1 && search.q !== undefined;
  return (
    <EmptyState
      icon={SearchX}
      level={3}
      title={filtered ? 'No properties match your filters' : 'No properties are on the market yet'}
      text={
        filtered
          ? onlySearched
            ? `Nothing matches “${search.q}”. Try another name or place.`
            : 'Try a wider yield range or another location, or clear the filters.'
          : 'New properties appear here as soon as they have been reviewed.'
      }
      action={
        filtered && <Button onClick={onClear}>{onlySearched ? 'Clear search' : 'Clear filters'}</Button>
      }
    />
  );
}
