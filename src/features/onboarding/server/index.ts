export { complete as completeOnboarding } from './complete.ts';
export { forgetOnboarding } from './forget-answers.ts';
