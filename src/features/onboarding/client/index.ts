export { OnboardingReminder } from './onboarding-reminder.tsx';
