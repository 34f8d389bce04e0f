import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { autoInvestJobs } from './auto-invest.jobs.ts';
import { autoInvestRouter } from './auto-invest.router.ts';
import { autoInvestInvariants } from './verify-auto-invest.ts';

export const autoInvestSlice = defineSlice({
  name: 'autoInvest',
  router: autoInvestRouter,
  jobs: autoInvestJobs,
  invariants: autoInvestInvariants,
});
