import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { PropertyCard, PropertyCardSkeleton } from '#features/properties/client/index.ts';
import type { PropertyCard as PropertyCardFacts } from '#features/properties/properties.contract.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { joinClasses } from '#ui/classes.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { SkeletonRegion } from '#ui/skeleton.tsx';
import { propertyListOptions } from './marketplace-queries.ts';
import { activeFilterCount, type MarketplaceSearch } from './marketplace-search.ts';

const gridClass = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3';
const SKELETONS = ['one', 'two', 'three', 'four', 'five', 'six'];

/** The properties that match, a page at a time. While other filters load, the former list stays and dims. */
export function usePropertyList(search: MarketplaceSearch) {
  return useInfiniteQuery({ ...propertyListOptions(search), placeholderData: keepPreviousData });
}

export interface PropertyGridProps {
  search: MarketplaceSearch;
  list: ReturnType<typeof usePropertyList>;
  onInvest: (id: number) => void;
  onClear: () => void;
}

export function PropertyGrid({ search, list, onInvest, onClear }: PropertyGridProps) {
  const properties = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.isPending) return <GridSkeleton />;
  if (!list.data) {
    return (
      <Card>
        <ErrorState
          text={messageOf(list.error)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      </Card>
    );
  }
  if (properties.length === 0) return <NothingFound search={search} onClear={onClear} />;
  return (
    <>
      <ul
        aria-busy={list.isPlaceholderData || undefined}
        className={joinClasses(gridClass, list.isPlaceholderData && 'opacity-60')}
      >
        {properties.map((property) => (
          <PropertyCard
            key={property.id}
            as="li"
            property={property}
            actions={(headingId) => (
              <CardActions property={property} headingId={headingId} onInvest={onInvest} />
            )}
          />
        ))}
      </ul>
      <LoadMore pages={list} errorText={messageOf(list.error)} />
    </>
  );
}

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
        Invest Now
      </Button>
      <Link
        to="/property/$id"
        params={{ id: String(property.id) }}
        aria-describedby={headingId}
        className={buttonClass({ variant: 'secondary' })}
      >
        Details
      </Link>
    </>
  );
}

function GridSkeleton() {
  return (
    <SkeletonRegion label="Loading properties" className={gridClass}>
      {SKELETONS.map((card) => (
        <PropertyCardSkeleton key={card} />
      ))}
    </SkeletonRegion>
  );
}

function NothingFound({ search, onClear }: { search: MarketplaceSearch; onClear: () => void }) {
  const filtered = activeFilterCount(search) > 0;
  return (
    <Card>
      <EmptyState
        icon={SearchX}
        level={3}
        title={filtered ? 'No properties match your filters' : 'No properties are on the market yet'}
        text={
          filtered
            ? 'Try a wider yield, another location, or start again without filters.'
            : 'New properties appear here as soon as they have been reviewed.'
        }
        action={filtered && <Button onClick={onClear}>Clear filters</Button>}
      />
    </Card>
  );
}
