export { OnboardingReminder } from './onboarding-reminder.tsx';
export { SetupAnswers } from './setup-answers.tsx';
