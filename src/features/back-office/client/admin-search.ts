import type { PropertyStatus } from '#features/properties/properties.contract.ts';

const STATUSES: readonly PropertyStatus[] = ['pending', 'approved', 'rejected'];

/** The filters of the admin panel as its address carries them. */
export interface AdminSearch {
  status?: PropertyStatus;
  q?: string;
}

/** Reads any address; what cannot be understood is left out. */
export function readAdminSearch(raw: Record<string, unknown>): AdminSearch {
  const status = STATUSES.find((candidate) => candidate === raw.status);
  const q = typeof raw.q === 'string' || typeof raw.q === 'number' ? String(raw.q).trim().slice(0, 100) : '';
  return { ...(status && { status }), ...(q && { q }) };
}
