import { defineSlice } from '#platform/server/runtime/slices.ts';
import { valuationJobs } from './valuations.jobs.ts';
import { valuationsRouter } from './valuations.router.ts';
import { valuationInvariants } from './verify-valuations.ts';

export const valuationsSlice = defineSlice({
  name: 'valuations',
  router: valuationsRouter,
  jobs: valuationJobs,
  invariants: valuationInvariants,
});
