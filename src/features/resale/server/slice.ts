import { VALUATION_APPROVED } from '#features/valuations/server/index.ts';
import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { followRevaluation } from './follow-revaluation.ts';
import { resaleJobs } from './resale.jobs.ts';
import { resaleRouter } from './resale.router.ts';
import { resaleInvariants } from './verify-resale.ts';

export const resaleSlice = defineSlice({
  name: 'resale',
  router: resaleRouter,
  jobs: resaleJobs,
  inTransaction: { [VALUATION_APPROVED.type]: followRevaluation },
  invariants: resaleInvariants,
});
