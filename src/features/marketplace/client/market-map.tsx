import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MapSkeleton, PropertyMap, sharePriceText } from '#features/properties/client/index.ts';
import { formatBps } from '#kernel/money.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { listInputOf, type MarketplaceSearch } from './marketplace-search.ts';

/** Everything on the market that the filters match, on a map. */
export function MarketMap({ search }: { search: MarketplaceSearch }) {
  const { sort: _sort, ...filters } = listInputOf(search);
  const { data, error, refetch, isFetching } = useQuery({
    ...trpc.properties.places.queryOptions(filters),
    placeholderData: keepPreviousData,
  });
  if (!data) {
    if (!error) return <MapSkeleton />;
    return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  const { places, located, unlocated } = data;
  return (
    <PropertyMap
      places={places.map((place) => ({
        ...place,
        facts: `${sharePriceText(place.pricePerShareCents)} a share, ${formatBps(place.annualYieldBps)} yield`,
      }))}
      unlocated={unlocated}
      left={located - places.length}
    />
  );
}
