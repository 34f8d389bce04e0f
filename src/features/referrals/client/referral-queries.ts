import { SECOND } from '#kernel/time.ts';
import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

const PAGE_ITEMS = 20;
/** What invited people do changes these figures, and no event says so to their inviter. */
const STALE_MS = 30 * SECOND;

export const referralOverviewOptions = () =>
  trpc.referrals.overview.queryOptions(undefined, { staleTime: STALE_MS });

export const referralListOptions = () =>
  trpc.referrals.list.infiniteQueryOptions(
    { limit: PAGE_ITEMS },
    { getNextPageParam: (page) => page.nextCursor, staleTime: STALE_MS },
  );

export const rewardChoicesOptions = (shares: number) => trpc.referrals.choices.queryOptions({ shares });

/** First data of the screen, for the route's loader. */
export function loadReferrals() {
  return Promise.all([
    queryClient.ensureQueryData(referralOverviewOptions()),
    queryClient.ensureInfiniteQueryData(referralListOptions()),
  ]);
}
