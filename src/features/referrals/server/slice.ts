import { ACCOUNT_CLEARED, SIGNED_UP } from '#features/identity/server/index.ts';
import { REFUNDS_RECORDED } from '#features/offerings/server/index.ts';
import { forUserOf } from '#platform/server/runtime/run.ts';
import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { clearInvitation } from './clear-invitation.ts';
import { recordAtSignUp } from './record-referral.ts';
import { referralJobs } from './referrals.jobs.ts';
import { referralsRouter } from './referrals.router.ts';
import { reopenRewards } from './reopen-rewards.ts';
import { referralInvariants } from './verify-referrals.ts';

export const referralsSlice = defineSlice({
  name: 'referrals',
  router: referralsRouter,
  jobs: referralJobs,
  inTransaction: {
    [SIGNED_UP.type]: recordAtSignUp,
    [ACCOUNT_CLEARED.type]: forUserOf(clearInvitation),
    [REFUNDS_RECORDED.type]: reopenRewards,
  },
  invariants: referralInvariants,
});
