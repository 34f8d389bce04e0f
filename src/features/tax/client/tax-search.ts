/** The year that is shown, as the address carries it; without one it is the newest with cash. */
export interface TaxSearch {
  year?: number;
}

/** Reads any address; what cannot be understood is left out. */
export function readTaxSearch(raw: Record<string, unknown>): TaxSearch {
  const year = Number(raw.year);
  return Number.isInteger(year) && year >= 2000 && year <= 2099 ? { year } : {};
}
