import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import type { ApprovalsSearch } from './approvals-search.ts';

/** As many as are looked up to say of a thing that a request for it waits. */
const SHARED_PAGE_REQUESTS = 100;

export const settingOptions = () => trpc.approvals.setting.queryOptions();

/** The latest requests that wait, shared by all places that say so. */
export const waitingOptions = () => trpc.approvals.list.queryOptions({ limit: SHARED_PAGE_REQUESTS });

export const listOptions = ({ view }: ApprovalsSearch) =>
  trpc.approvals.list.infiniteQueryOptions(view ? { view } : {}, {
    getNextPageParam: (page) => page.nextCursor,
  });

/** The first page of the requests; for the route's loader, and for admins only. */
export async function loadApprovals(search: ApprovalsSearch): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(settingOptions()),
    queryClient.ensureInfiniteQueryData(listOptions(search)),
  ]);
}
