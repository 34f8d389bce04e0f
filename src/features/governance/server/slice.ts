import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { governanceJobs } from './governance.jobs.ts';
import { governanceRouter } from './governance.router.ts';
import { governanceInvariants } from './verify-governance.ts';

export const governanceSlice = defineSlice({
  name: 'governance',
  router: governanceRouter,
  jobs: governanceJobs,
  invariants: governanceInvariants,
});
