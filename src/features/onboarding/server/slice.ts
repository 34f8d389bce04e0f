import { defineSlice } from '#platform/server/runtime/slices.ts';
import { onboardingRouter } from './onboarding.router.ts';

export const onboardingSlice = defineSlice({
  name: 'onboarding',
  router: onboardingRouter,
});
