import { ACCOUNT_CLEARED } from '#features/identity/server/index.ts';
import { REFUNDS_RECORDED } from '#features/offerings/server/index.ts';
import { forUserOf } from '#platform/server/runtime/run.ts';
import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { forgetInvitation } from './forget-invitation.ts';
import { referralJobs } from './referrals.jobs.ts';
import { referralsRouter } from './referrals.router.ts';
import { reopenRewards } from './reopen-rewards.ts';
import { referralInvariants } from './verify-referrals.ts';

export const referralsSlice = defineSlice({
  name: 'referrals',
  router: referralsRouter,
  jobs: referralJobs,
  inTransaction: { [REFUNDS_RECORDED]: reopenRewards, [ACCOUNT_CLEARED]: forUserOf(forgetInvitation) },
  invariants: referralInvariants,
});
