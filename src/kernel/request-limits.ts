/** Calls that one request of a page may carry. */
export const MAX_BATCH_CALLS = 10;
