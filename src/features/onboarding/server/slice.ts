import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { onboardingRouter } from './onboarding.router.ts';

export const onboardingSlice = defineSlice({
  name: 'onboarding',
  router: onboardingRouter,
});
