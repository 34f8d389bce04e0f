import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { walletInvariants } from './verify-wallet.ts';
import { walletJobs } from './wallet.jobs.ts';
import { walletRest } from './wallet.rest.ts';
import { walletRouter } from './wallet.router.ts';

export const walletSlice = defineSlice({
  name: 'wallet',
  router: walletRouter,
  rest: walletRest,
  jobs: walletJobs,
  invariants: walletInvariants,
});
