import type { PropertyStatus } from '#features/properties/properties.contract.ts';
import { searchTextOf } from '#kernel/search.ts';

const STATUSES: readonly PropertyStatus[] = ['pending', 'approved', 'rejected'];

/** The filters of the admin panel as its address carries them. */
export interface AdminSearch {
  status?: PropertyStatus;
  q?: string;
}

/** Reads any address; what cannot be understood is left out. */
export function readAdminSearch(raw: Record<string, unknown>): AdminSearch {
  const status = STATUSES.find((candidate) => candidate === raw.status);
  const q = searchTextOf(raw.q);
  return { ...(status && { status }), ...(q && { q }) };
}
