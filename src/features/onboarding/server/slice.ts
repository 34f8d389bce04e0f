import { ACCOUNT_CLEARED } from '#features/identity/server/index.ts';
import { forUserOf } from '#platform/server/runtime/run.ts';
import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { eraseOnboarding } from './erase-onboarding.ts';
import { onboardingRouter } from './onboarding.router.ts';

export const onboardingSlice = defineSlice({
  name: 'onboarding',
  router: onboardingRouter,
  inTransaction: { [ACCOUNT_CLEARED.type]: forUserOf(eraseOnboarding) },
});
