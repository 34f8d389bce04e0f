import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { distributionJobs } from './distributions.jobs.ts';
import { distributionsRest } from './distributions.rest.ts';
import { distributionsRouter } from './distributions.router.ts';
import { distributionInvariants } from './verify-distributions.ts';

export const distributionsSlice = defineSlice({
  name: 'distributions',
  router: distributionsRouter,
  rest: distributionsRest,
  jobs: distributionJobs,
  invariants: distributionInvariants,
});
