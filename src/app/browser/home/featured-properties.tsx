import { useQuery } from '@tanstack/react-query';
import { offeringPath, PropertyCard, PropertyCardSkeleton } from '#features/properties/client/index.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { SkeletonRegion } from '#ui/skeleton.tsx';
import { FEATURED_COUNT, offeredOptions } from './home-queries.ts';

const gridClass = 'grid gap-6 sm:grid-cols-2';

/** Up to two properties that shares can be bought of now, with links to their public pages. */
export function FeaturedProperties() {
  const { data } = useQuery(offeredOptions());
  if (data?.items.length === 0) return null;
  return (
    <section aria-labelledby="featured" className="page-width pb-16 sm:pb-24">
      <h2 id="featured" className="text-3xl sm:text-4xl">
        Open for investment now
      </h2>
      <p className="prose-width mt-3 mb-10 text-muted">
        The newest offerings, with live figures. Yields are estimates, not promises.
      </p>
      <Offered />
    </section>
  );
}

function Offered() {
  const { data, error, refetch, isFetching } = useQuery(offeredOptions());
  if (data) {
    return (
      <ul className={gridClass}>
        {data.items.slice(0, FEATURED_COUNT).map((property) => (
          <PropertyCard
            key={property.id}
            as="li"
            property={property}
            actions={(headingId) => (
              <a
                href={offeringPath(property)}
                aria-describedby={headingId}
                className={buttonClass({ variant: 'secondary', className: 'col-span-2' })}
              >
                View Details
              </a>
            )}
          />
        ))}
      </ul>
    );
  }
  if (error) {
    return (
      <Card>
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    );
  }
  return (
    <SkeletonRegion label="Loading properties" className={gridClass}>
      {['first', 'second'].map((place) => (
        <PropertyCardSkeleton key={place} />
      ))}
    </SkeletonRegion>
  );
}
