import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './onboarding.events.ts';

export const onboardingLive: LiveMap<typeof events> = { 'onboarding.changed': { person: ['onboarding'] } };
