import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { offeringJobs } from './offerings.jobs.ts';
import { offeringsRouter } from './offerings.router.ts';
import { offeringInvariants } from './verify-offerings.ts';

export const offeringsSlice = defineSlice({
  name: 'offerings',
  router: offeringsRouter,
  jobs: offeringJobs,
  invariants: offeringInvariants,
});
