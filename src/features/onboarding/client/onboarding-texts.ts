import type { ChoiceOption } from '#ui/choice-field.tsx';
import type { OnboardingStep } from '../onboarding.contract.ts';

/** Texts of the five steps. */
export const stepTexts: Record<OnboardingStep, { title: string; text: string }> = {
  1: { title: 'Investment Experience', text: 'So we explain as much as you need, and no more.' },
  2: { title: 'Risk & Goals', text: 'What you want your money to do, and how much it may swing.' },
  3: { title: 'Budget & Timeline', text: 'A plan, not a promise: you decide each purchase yourself.' },
  4: {
    title: 'Property Preferences',
    text: 'What the marketplace shows you first. You can always see the rest.',
  },
  5: { title: 'Notification Preferences', text: 'How we reach you when something happens to what you own.' },
};

export const experienceOptions = [
  { value: 'beginner', label: 'Beginner', description: 'This would be my first investment.' },
  { value: 'some', label: 'Some experience', description: 'I have invested in funds or stocks before.' },
  { value: 'experienced', label: 'Experienced', description: 'I invest regularly and know the risks.' },
  { value: 'expert', label: 'Expert', description: 'I have invested for many years, or for a living.' },
] as const satisfies readonly ChoiceOption[];

export const riskOptions = [
  { value: 'conservative', label: 'Conservative', description: 'Steady income before high yields.' },
  { value: 'moderate', label: 'Moderate', description: 'A balance of both.' },
  { value: 'aggressive', label: 'Aggressive', description: 'High yields, with more ups and downs.' },
] as const satisfies readonly ChoiceOption[];

export const budgetOptions = [
  { value: '100-500', label: '$100 to $500' },
  { value: '500-1000', label: '$500 to $1,000' },
  { value: '1000-2500', label: '$1,000 to $2,500' },
  { value: '2500-5000', label: '$2,500 to $5,000' },
  { value: '5000+', label: '$5,000 or more' },
] as const satisfies readonly ChoiceOption[];

export const horizonOptions = [
  { value: '1-2', label: '1 to 2 years' },
  { value: '3-5', label: '3 to 5 years' },
  { value: '5-10', label: '5 to 10 years' },
  { value: '10+', label: '10 years or more' },
] as const satisfies readonly ChoiceOption[];
