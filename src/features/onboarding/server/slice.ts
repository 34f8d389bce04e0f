import { defineSlice } from '#platform/server/slices.ts';
import { onboardingRouter } from './onboarding.router.ts';

export const onboardingSlice = defineSlice({
  name: 'onboarding',
  router: onboardingRouter,
});
