/** SRCH-01. */
export const SEARCH_PLACEHOLDER = 'Search properties, locations, yields...';
