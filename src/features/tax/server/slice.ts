import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { taxJobs } from './tax.jobs.ts';
import { taxRouter } from './tax.router.ts';
import { taxInvariants } from './verify-tax.ts';

export const taxSlice = defineSlice({
  name: 'tax',
  router: taxRouter,
  jobs: taxJobs,
  invariants: taxInvariants,
});
