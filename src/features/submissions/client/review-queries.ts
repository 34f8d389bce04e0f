import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import type { ReviewSearch } from './review-search.ts';

export const reviewQueueOptions = (search: ReviewSearch) =>
  trpc.submissions.queue.infiniteQueryOptions(search, { getNextPageParam: (page) => page.nextCursor });

export const reviewedOptions = (submissionId: string) =>
  trpc.submissions.reviewed.queryOptions({ submissionId });

/** Other people submit and decide, so the queue and its pages load again each time they are opened. */
export function loadReviewQueue(search: ReviewSearch) {
  return queryClient.fetchInfiniteQuery({ ...reviewQueueOptions(search), staleTime: 0 });
}

export function loadReviewed(submissionId: string) {
  return queryClient.fetchQuery({ ...reviewedOptions(submissionId), staleTime: 0 });
}
