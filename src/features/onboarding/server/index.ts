export { complete as completeOnboarding } from './complete.ts';
export { eraseOnboarding } from './erase-onboarding.ts';
