import { OFFERING_FAILED } from '#features/offerings/server/index.ts';
import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { leaveMarket } from './leave-market.ts';
import { propertyJobs } from './properties.jobs.ts';
import { propertiesRest } from './properties.rest.ts';
import { propertiesRouter } from './properties.router.ts';
import { imageInvariants } from './verify-images.ts';

export const propertiesSlice = defineSlice({
  name: 'properties',
  router: propertiesRouter,
  rest: propertiesRest,
  jobs: propertyJobs,
  inTransaction: { [OFFERING_FAILED.type]: leaveMarket },
  invariants: imageInvariants,
});
