import { readPropertyId } from '#kernel/property-id.ts';

export interface WatchlistSearch {
  /** The property whose invest dialog is open. */
  invest?: number;
}

/** Reads any address; what cannot be understood is left out. No schema: an address is read before the page is there. */
export function readWatchlistSearch({ invest }: Record<string, unknown>): WatchlistSearch {
  const id = readPropertyId(invest);
  return id === undefined ? {} : { invest: id };
}
