import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import type { WayIn } from '../submissions.contract.ts';

/** Documents that are uploaded and not submitted yet. */
export const unfiledOptions = (wayIn: WayIn) => trpc.submissions.unfiled.queryOptions({ wayIn });

/** The caller's submissions, the newest first. */
export const ownListOptions = () =>
  trpc.submissions.mine.infiniteQueryOptions({}, { getNextPageParam: ({ nextCursor }) => nextCursor });

export const ownSubmissionOptions = (submissionId: string) =>
  trpc.submissions.own.queryOptions({ submissionId });

/** The submission that an address names; null when it names none. */
export function readSubmissionId(text: string): string | null {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : null;
}

export function loadQuickSubmit() {
  return Promise.all([
    queryClient.ensureQueryData(unfiledOptions('quick')),
    queryClient.ensureInfiniteQueryData(ownListOptions()),
  ]);
}

export function loadOwnSubmission(submissionId: string | null) {
  return submissionId === null
    ? Promise.resolve()
    : queryClient.ensureQueryData(ownSubmissionOptions(submissionId));
}
