import { REFUNDS_RECORDED } from '#features/offerings/server/index.ts';
import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { referralJobs } from './referrals.jobs.ts';
import { referralsRouter } from './referrals.router.ts';
import { reopenRewards } from './reopen-rewards.ts';
import { referralInvariants } from './verify-referrals.ts';

export const referralsSlice = defineSlice({
  name: 'referrals',
  router: referralsRouter,
  jobs: referralJobs,
  inTransaction: { [REFUNDS_RECORDED]: reopenRewards },
  invariants: referralInvariants,
});
