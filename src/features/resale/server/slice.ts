import { defineSlice } from '#platform/server/runtime/slices.ts';
import { resaleJobs } from './resale.jobs.ts';
import { resaleRouter } from './resale.router.ts';
import { resaleInvariants } from './verify-resale.ts';

export const resaleSlice = defineSlice({
  name: 'resale',
  router: resaleRouter,
  jobs: resaleJobs,
  invariants: resaleInvariants,
});
