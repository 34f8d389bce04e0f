import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { PortfolioStrip } from '#features/portfolio/client/index.ts';
import { PropertyCard, PropertyCardSkeleton } from '#features/properties/client/index.ts';
import { WatchHeart } from '#features/watchlist/client/index.ts';
import { messageOf } from '#platform/browser/errors.ts';
import type { CurrentUser } from '#platform/browser/session.ts';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { FirstSteps } from './first-steps.tsx';
import { newestOptions, ownedOptions, portfolioOptions } from './home-queries.ts';
import { OwnProperties } from './own-properties.tsx';

export function MemberHome({ user }: { user: CurrentUser }) {
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title={`Welcome, ${user.firstName}`}
        description="Your holdings, and what’s new on the market."
        actions={
          <Link to="/investor-marketplace" className={buttonClass({ variant: 'secondary' })}>
            Explore Marketplace
          </Link>
        }
      />
      <Portfolio />
      <NewestOfferings />
    </div>
  );
}

function Portfolio() {
  const { data } = useQuery(portfolioOptions());
  return data?.propertyCount === 0 ? (
    <WithoutShares hasCash={data.availableCashCents > 0} />
  ) : (
    <PortfolioStrip />
  );
}

function WithoutShares({ hasCash }: { hasCash: boolean }) {
  const { data: owned, error, isFetching, refetch } = useQuery(ownedOptions());
  if (owned) return owned.counts.all > 0 ? <OwnProperties owned={owned} /> : <FirstSteps hasCash={hasCash} />;
  if (error)
    return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  return <Skeleton className="h-44 rounded-box" />;
}

function NewestOfferings() {
  const { data, error, isFetching, refetch } = useQuery(newestOptions());
  return (
    <section aria-labelledby="newest-title" className="mt-14">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="newest-title" className="text-2xl">
          Newest on the market
        </h2>
        <Link to="/investor-marketplace" className="link-plain inline-flex items-center gap-1.5 font-medium">
          Browse properties
          <ArrowRight size={16} aria-hidden="true" />
        </Link>
      </div>
      {error && !data ? (
        <Card>
          <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
        </Card>
      ) : (
        <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3 sm:max-lg:*:nth-[3]:hidden">
          {data?.items.map((property) => (
            <PropertyCard
              key={property.id}
              as="li"
              property={property}
              corner={<WatchHeart property={property} />}
              actions={(headingId) => (
                <Link
                  to="/property/$id"
                  params={{ id: String(property.id) }}
                  aria-describedby={headingId}
                  className={buttonClass({ variant: 'secondary', className: 'col-span-2' })}
                >
                  View Details
                </Link>
              )}
            />
          ))}
          {!data &&
            ['first', 'second', 'third'].map((place) => (
              <li key={place}>
                <PropertyCardSkeleton />
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}
