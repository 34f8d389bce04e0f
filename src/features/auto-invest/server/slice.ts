import { ACCOUNT_CLEARED } from '#features/identity/server/index.ts';
import { forUserOf } from '#platform/server/runtime/run.ts';
import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { autoInvestJobs } from './auto-invest.jobs.ts';
import { autoInvestRouter } from './auto-invest.router.ts';
import { eraseAutoInvest } from './erase-auto-invest.ts';
import { autoInvestInvariants } from './verify-auto-invest.ts';

export const autoInvestSlice = defineSlice({
  name: 'autoInvest',
  router: autoInvestRouter,
  jobs: autoInvestJobs,
  inTransaction: { [ACCOUNT_CLEARED.type]: forUserOf(eraseAutoInvest) },
  invariants: autoInvestInvariants,
});
