export { openSearch } from './open-search.ts';
export { SearchPlace } from './search-place.tsx';
export { SEARCH_FAILED } from './search-texts.ts';
export { useGoTo } from './use-go-to.ts';
export { usePausedText, useSuggestions } from './use-suggestions.ts';
