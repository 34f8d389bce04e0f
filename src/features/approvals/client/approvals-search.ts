/** Requests that the address selects: those that wait, or all others. */
export interface ApprovalsSearch {
  view?: 'history';
}

/** Reads any address; what cannot be understood is left out. */
export function readApprovalsSearch(raw: Record<string, unknown>): ApprovalsSearch {
  return raw.view === 'history' ? { view: 'history' } : {};
}
