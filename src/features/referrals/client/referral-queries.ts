import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

const PAGE_ITEMS = 20;

export const referralOverviewOptions = () => trpc.referrals.overview.queryOptions();

export const referralListOptions = () =>
  trpc.referrals.list.infiniteQueryOptions(
    { limit: PAGE_ITEMS },
    { getNextPageParam: (page) => page.nextCursor },
  );

export const rewardChoicesOptions = (shares: number) => trpc.referrals.choices.queryOptions({ shares });

/** First data of the screen, for the route's loader. */
export function loadReferrals() {
  return Promise.all([
    queryClient.ensureQueryData(referralOverviewOptions()),
    queryClient.ensureInfiniteQueryData(referralListOptions()),
  ]);
}
