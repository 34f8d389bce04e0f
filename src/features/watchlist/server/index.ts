export { forgetWatchlist } from './forget-watchlist.ts';
export { watchProperty } from './watch-property.ts';
