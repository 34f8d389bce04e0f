import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { type DashboardSearch, listInputOf } from './dashboard-search.ts';

export const portfolioOptions = () => trpc.owners.portfolio.queryOptions();

export const propertiesOptions = (search: DashboardSearch) =>
  trpc.owners.properties.infiniteQueryOptions(listInputOf(search), {
    getNextPageParam: (page) => page.nextCursor,
  });

export const ownedPropertyOptions = (id: number) => trpc.owners.property.queryOptions({ id });

/** What the dashboard shows first; for its route's loader. */
export function loadDashboard(search: DashboardSearch) {
  return Promise.all([
    queryClient.ensureQueryData(portfolioOptions()),
    queryClient.ensureInfiniteQueryData(propertiesOptions(search)),
  ]);
}

const LARGEST_ID = 2_147_483_647;

/** The property that an address names; null when it names none. */
export function readId(text: string): number | null {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= LARGEST_ID ? id : null;
}

export function loadOwnedProperty(idText: string) {
  const id = readId(idText);
  return id === null ? Promise.resolve() : queryClient.ensureQueryData(ownedPropertyOptions(id));
}
