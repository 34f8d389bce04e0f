import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

const PAGE_SIZE = 20;

export const referralOverviewOptions = () => trpc.referrals.overview.queryOptions();

export const referralListOptions = () =>
  trpc.referrals.list.infiniteQueryOptions(
    { limit: PAGE_SIZE },
    { getNextPageParam: (page) => page.nextCursor },
  );

export const rewardChoicesOptions = (shares: number) => trpc.referrals.choices.queryOptions({ shares });

/** What the invitations show first; for its route's loader. */
export function loadReferrals() {
  return Promise.all([
    queryClient.ensureQueryData(referralOverviewOptions()),
    queryClient.ensureInfiniteQueryData(referralListOptions()),
  ]);
}
