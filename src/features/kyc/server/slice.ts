import { ACCOUNT_CLEARED } from '#features/identity/server/index.ts';
import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { clearApplication } from './clear-application.ts';
import { kycJobs } from './kyc.jobs.ts';
import { kycRest } from './kyc.rest.ts';
import { kycRouter } from './kyc.router.ts';
import { kycInvariants } from './verify-kyc.ts';

export const kycSlice = defineSlice({
  name: 'kyc',
  router: kycRouter,
  rest: kycRest,
  jobs: kycJobs,
  inTransaction: { [ACCOUNT_CLEARED.type]: clearApplication },
  invariants: kycInvariants,
});
