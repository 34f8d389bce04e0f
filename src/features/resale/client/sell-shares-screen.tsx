import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { messageOf } from '#platform/browser/errors.ts';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import { OwnOrders } from './own-orders.tsx';
import { sellableOptions } from './resale-queries.ts';
import { SellHolding } from './sell-holding.tsx';

/** Every holding with what it takes to list it, and the listings that are open. */
export function SellSharesScreen({ propertyId }: { propertyId: number | undefined }) {
  const { data, error, refetch, isFetching } = useQuery(sellableOptions());
  const first = data?.find(({ property }) => property.id === propertyId);
  const holdings = data && first ? [first, ...data.filter((one) => one !== first)] : data;
  return (
    <div className="page-width py-8 sm:py-12">
      <PageHeader
        title="Sell My Shares"
        description="Offer shares at a price of your own. They are yours, with their income and votes, until somebody buys them. Selling costs nothing."
        actions={
          <Link to="/resale-marketplace" className={buttonClass({ variant: 'secondary' })}>
            Resale Marketplace
          </Link>
        }
      />
      {holdings ? (
        holdings.length > 0 ? (
          <ul className="grid items-start gap-5 lg:grid-cols-2">
            {holdings.map((holding) => (
              <SellHolding key={holding.property.id} holding={holding} />
            ))}
          </ul>
        ) : (
          <NothingToSell />
        )
      ) : error ? (
        <Card>
          <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
        </Card>
      ) : (
        <SkeletonRegion label="Loading your shares" className="grid gap-5">
          <Skeleton className="h-72 rounded-box" />
          <Skeleton className="h-72 rounded-box" />
        </SkeletonRegion>
      )}
      <Card title="Your listings" padded={false} className="mt-8">
        <OwnOrders side="ask" />
      </Card>
    </div>
  );
}

function NothingToSell() {
  return (
    <Card>
      <EmptyState
        icon={Building2}
        title="You own no shares yet"
        text="When you have bought shares of a property, you can offer them here."
        action={
          <Link to="/investor-marketplace" className={buttonClass()}>
            Browse properties
          </Link>
        }
      />
    </Card>
  );
}
