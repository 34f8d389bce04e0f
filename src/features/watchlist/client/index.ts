export { WatchButton, WatchHeart } from './watch-heart.tsx';
export { watchedIdsOptions } from './watchlist-queries.ts';
