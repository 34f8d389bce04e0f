import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { watchlistJobs } from './watchlist.jobs.ts';
import { watchlistRouter } from './watchlist.router.ts';

export const watchlistSlice = defineSlice({
  name: 'watchlist',
  router: watchlistRouter,
  jobs: watchlistJobs,
});
