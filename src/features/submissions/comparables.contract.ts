/** Maximum age of a sale that is shown beside an estimate. */
export const COMPARABLE_MONTHS = 24;
