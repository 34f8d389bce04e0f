import { readPropertyId } from '#kernel/property-id.ts';
import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { type DashboardSearch, listInputOf } from './dashboard-search.ts';

export const portfolioOptions = () => trpc.owners.portfolio.queryOptions();

export const propertiesOptions = (search: DashboardSearch) =>
  trpc.owners.properties.infiniteQueryOptions(listInputOf(search), {
    getNextPageParam: (page) => page.nextCursor,
  });

export const ownedPropertyOptions = (id: number) => trpc.owners.property.queryOptions({ id });

/** First data of the screen, for the route's loader. */
export function loadDashboard(search: DashboardSearch) {
  return Promise.all([
    queryClient.ensureQueryData(portfolioOptions()),
    queryClient.ensureInfiniteQueryData(propertiesOptions(search)),
  ]);
}

export function loadOwnedProperty(idText: string) {
  const id = readPropertyId(idText);
  return id === undefined ? Promise.resolve() : queryClient.ensureQueryData(ownedPropertyOptions(id));
}
