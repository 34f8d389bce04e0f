export { complete as completeOnboarding } from './complete.ts';
