import { defineSlice } from '#platform/server/runtime/slices.ts';
import { watchlistJobs } from './watchlist.jobs.ts';
import { watchlistRouter } from './watchlist.router.ts';

export const watchlistSlice = defineSlice({
  name: 'watchlist',
  router: watchlistRouter,
  jobs: watchlistJobs,
});
