import { ACCOUNT_CLEARED } from '#features/identity/server/index.ts';
import { forUserOf } from '#platform/server/runtime/run.ts';
import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { distributionJobs } from './distributions.jobs.ts';
import { distributionsRest } from './distributions.rest.ts';
import { distributionsRouter } from './distributions.router.ts';
import { eraseReportChoices } from './erase-report-choices.ts';
import { distributionInvariants } from './verify-distributions.ts';

export const distributionsSlice = defineSlice({
  name: 'distributions',
  router: distributionsRouter,
  rest: distributionsRest,
  jobs: distributionJobs,
  inTransaction: { [ACCOUNT_CLEARED.type]: forUserOf(eraseReportChoices) },
  invariants: distributionInvariants,
});
