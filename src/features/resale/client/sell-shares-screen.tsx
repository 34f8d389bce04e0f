import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { useState } from 'react';
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
import { readSellSearch, type SellSearch } from './sell-search.ts';

interface SellSharesScreenProps {
  search: SellSearch;
  onSearch: (search: SellSearch) => void;
}

/** The holdings, one of them open to be listed, and the open listings. */
export function SellSharesScreen({ search, onSearch }: SellSharesScreenProps) {
  const propertyId = search.property;
  const { data, error, refetch, isFetching } = useQuery(sellableOptions());
  const [asked] = useState(propertyId);
  const first = data?.find(({ property }) => property.id === asked);
  const holdings = data && first ? [first, ...data.filter((one) => one !== first)] : data;
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Sell My Shares"
        description="Set your own price. You keep the shares’ income and votes until they sell. Selling is free."
        actions={
          <Link to="/resale-marketplace" className={buttonClass({ variant: 'secondary' })}>
            Resale marketplace
          </Link>
        }
      />
      {holdings ? (
        holdings.length > 0 ? (
          <Card padded={false}>
            <ul className="divide-y divide-line">
              {holdings.map((holding) => {
                const { id } = holding.property;
                const open = id === propertyId;
                return (
                  <SellHolding
                    key={id}
                    holding={holding}
                    open={open}
                    onToggle={() => onSearch({ ...search, property: open ? undefined : id })}
                  />
                );
              })}
            </ul>
          </Card>
        ) : (
          <NothingToSell />
        )
      ) : error ? (
        <Card>
          <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
        </Card>
      ) : (
        <SkeletonRegion label="Loading your shares" className="grid gap-5">
          <Skeleton className="h-96 rounded-box" />
        </SkeletonRegion>
      )}
      <Card title="Your listings" padded={false} className="mt-8">
        <OwnOrders
          side="ask"
          state={search.orders ?? 'open'}
          onState={(orders) => onSearch(readSellSearch({ ...search, orders }))}
        />
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
        text="Once you buy shares of a property, you can sell them here."
        action={
          <Link to="/investor-marketplace" className={buttonClass()}>
            Browse properties
          </Link>
        }
      />
    </Card>
  );
}
