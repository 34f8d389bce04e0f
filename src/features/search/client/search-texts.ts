export const SEARCH_PLACEHOLDER = 'Search properties, locations, yields...';
