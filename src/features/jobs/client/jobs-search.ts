import { searchTextOf } from '#kernel/search.ts';

/** Jobs that the address selects; dead ones by default. */
export interface JobsSearch {
  state?: 'failing' | 'setAside';
  kind?: string;
}

export interface JobsProps {
  search: JobsSearch;
  onSearch: (next: JobsSearch) => void;
}

/** Reads any address; what cannot be understood is left out. */
export function readJobsSearch(raw: Record<string, unknown>): JobsSearch {
  const state = (['failing', 'setAside'] as const).find((one) => one === raw.state);
  const kind = searchTextOf(raw.kind);
  return { ...(state && { state }), ...(kind && { kind }) };
}
