import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { ownDataJobs } from './own-data.jobs.ts';
import { ownDataRest } from './own-data.rest.ts';
import { ownDataRouter } from './own-data.router.ts';
import { ownDataInvariants } from './verify-own-data.ts';

export const ownDataSlice = defineSlice({
  name: 'ownData',
  router: ownDataRouter,
  rest: ownDataRest,
  jobs: ownDataJobs,
  invariants: ownDataInvariants,
});
