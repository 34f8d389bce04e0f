export { eraseWatchlist } from './erase-watchlist.ts';
export { watchProperty } from './watch-property.ts';
