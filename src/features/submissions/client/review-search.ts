import { searchTextOf } from '#kernel/search.ts';
import type { SubmissionStatus, WayIn } from '../submissions.contract.ts';

// No schemas: an address is read before the page, which then would load the validator.
const decided: readonly SubmissionStatus[] = ['approved', 'rejected'];
const waysIn: readonly WayIn[] = ['quick', 'wizard'];

/** The filters of the reviewers' queue as the address carries them; pending ones unless it says otherwise. */
export interface ReviewSearch {
  status?: SubmissionStatus;
  wayIn?: WayIn;
  late?: true;
  q?: string;
}

/** Reads any address; what cannot be understood is left out. */
export function readReviewSearch(raw: Record<string, unknown>): ReviewSearch {
  const status = decided.find((one) => one === raw.status);
  const way = waysIn.find((one) => one === raw.wayIn);
  const late = status === undefined && String(raw.late) === 'true';
  const q = searchTextOf(raw.q);
  return {
    ...(status && { status }),
    ...(way && { wayIn: way }),
    ...(late && { late }),
    ...(q && { q }),
  };
}
