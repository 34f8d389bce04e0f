import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { valuationJobs } from './valuations.jobs.ts';
import { valuationsRouter } from './valuations.router.ts';
import { valuationInvariants } from './verify-valuations.ts';

export const valuationsSlice = defineSlice({
  name: 'valuations',
  router: valuationsRouter,
  jobs: valuationJobs,
  invariants: valuationInvariants,
});
