export const SEARCH_PLACEHOLDER = 'Search properties, locations, yields...';

export const SEARCH_FAILED = 'Search is not responding. Type again to retry.';

/** The whole placeholder fits, in the bar and in a dialog on a phone. */
export const searchInputClass = 'min-w-0 grow placeholder:text-xs';
