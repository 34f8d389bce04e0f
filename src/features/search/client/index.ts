export { openSearch } from './open-search.ts';
export { SearchPlace } from './search-place.tsx';
