import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import type { QueueSearch } from './kyc-search.ts';

export const applicationOptions = () => trpc.kyc.application.queryOptions();

export function loadApplication() {
  return queryClient.ensureQueryData(applicationOptions());
}

export const queueOptions = ({ status = 'under_review', q }: QueueSearch) =>
  trpc.kyc.queue.infiniteQueryOptions(
    { status, ...(q && { q }) },
    { getNextPageParam: (page) => page.nextCursor },
  );

export const reviewedOptions = (applicantId: string) => trpc.kyc.reviewed.queryOptions({ applicantId });

/** Other people submit and decide, so the queue and its cases are loaded again each time they are opened. */
export function loadQueue(search: QueueSearch) {
  return queryClient.fetchInfiniteQuery({ ...queueOptions(search), staleTime: 0 });
}

export function loadReviewed(applicantId: string) {
  return queryClient.fetchQuery({ ...reviewedOptions(applicantId), staleTime: 0 });
}
