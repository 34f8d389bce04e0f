import type { PropertyStatus } from '#features/properties/properties.contract.ts';
import type { OutstandingWork } from '#features/properties/review.contract.ts';
import { searchTextOf } from '#kernel/search.ts';

const STATUSES: readonly PropertyStatus[] = ['pending', 'approved', 'rejected'];
const OUTSTANDING: readonly OutstandingWork[] = ['lender', 'reports'];

/** The filters of the admin panel as its address carries them. */
export interface AdminSearch {
  status?: PropertyStatus;
  outstanding?: OutstandingWork;
  q?: string;
}

/** Reads any address; what cannot be understood is left out. */
export function readAdminSearch(raw: Record<string, unknown>): AdminSearch {
  const status = STATUSES.find((candidate) => candidate === raw.status);
  const outstanding = OUTSTANDING.find((candidate) => candidate === raw.outstanding);
  const q = searchTextOf(raw.q);
  return { ...(status && { status }), ...(outstanding && { outstanding }), ...(q && { q }) };
}
