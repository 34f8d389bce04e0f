import { searchTextOf } from '#kernel/search.ts';
import { dayOf } from '#kernel/time.ts';

/** The filters of the audit log as the address carries them. */
export interface AuditSearch {
  actor?: string;
  action?: string;
  subject?: string;
  from?: string;
  to?: string;
}

export interface AuditProps {
  search: AuditSearch;
  onSearch: (next: AuditSearch) => void;
}

const dateOf = (raw: unknown) =>
  typeof raw === 'string' && /^20\d\d-/.test(raw) && dayOf(raw) !== null ? raw : undefined;

/** Reads any address; what cannot be understood is left out. */
export function readAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const [actor, action, subject] = [raw.actor, raw.action, raw.subject].map(searchTextOf);
  const [from, to] = [dateOf(raw.from), dateOf(raw.to)];
  return {
    ...(actor && { actor }),
    ...(action && { action }),
    ...(subject && { subject }),
    ...(from && { from }),
    ...(to && (from === undefined || from <= to) && { to }),
  };
}
