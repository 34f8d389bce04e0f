import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { type AnalyticsSearch, rangeOf, sortingOf } from './analytics-search.ts';

export const figuresOptions = (search: AnalyticsSearch) =>
  trpc.analytics.figures.queryOptions(rangeOf(search));

export const funnelOptions = () => trpc.analytics.funnel.queryOptions();

export const propertyFiguresOptions = (search: AnalyticsSearch) =>
  trpc.analytics.properties.infiniteQueryOptions(sortingOf(search), {
    getNextPageParam: (page) => page.nextCursor,
  });

/** Other people trade all the time, so the figures are read again each time they are opened. */
export function loadAnalytics(search: AnalyticsSearch) {
  return Promise.all([
    queryClient.fetchQuery({ ...figuresOptions(search), staleTime: 0 }),
    queryClient.fetchQuery({ ...funnelOptions(), staleTime: 0 }),
    queryClient.fetchInfiniteQuery({ ...propertyFiguresOptions(search), staleTime: 0 }),
  ]);
}
