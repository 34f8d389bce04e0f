import { defineSlice } from '#platform/server/runtime/slices.ts';
import { investingJobs } from './investing.jobs.ts';
import { investingRest } from './investing.rest.ts';
import { investingRouter } from './investing.router.ts';
import { escrowInvariants } from './verify-escrow.ts';
import { investingInvariants } from './verify-investing.ts';

export const investingSlice = defineSlice({
  name: 'investing',
  router: investingRouter,
  rest: investingRest,
  jobs: investingJobs,
  invariants: [...escrowInvariants, ...investingInvariants],
});
