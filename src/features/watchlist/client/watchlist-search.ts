const MAX_ID = 2_147_483_647;

export interface WatchlistSearch {
  /** The property whose invest dialog is open. */
  invest?: number;
}

/** Reads any address; what cannot be understood is left out. No schema: an address is read before the page is there. */
export function readWatchlistSearch({ invest }: Record<string, unknown>): WatchlistSearch {
  const id = Number(invest);
  return Number.isInteger(id) && id > 0 && id <= MAX_ID ? { invest: id } : {};
}
