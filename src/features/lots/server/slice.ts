import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { lotJobs } from './lots.jobs.ts';
import { lotsRouter } from './lots.router.ts';
import { lotInvariants } from './verify-lots.ts';

export const lotsSlice = defineSlice({
  name: 'lots',
  router: lotsRouter,
  jobs: lotJobs,
  invariants: lotInvariants,
});
