import { z } from 'zod';
import { yieldBand } from '#features/properties/properties.contract.ts';
import { propertyType } from '#features/properties/simple-form.contract.ts';
import { lineText } from '#kernel/schemas.ts';

export const investmentExperience = z.enum(['beginner', 'some', 'experienced', 'expert']);
export const riskTolerance = z.enum(['conservative', 'moderate', 'aggressive']);
export const investmentGoal = z.enum([
  'Passive income generation',
  'Long-term wealth building',
  'Portfolio diversification',
  'Real estate exposure',
  'Inflation protection',
]);
export const monthlyBudget = z.enum(['100-500', '500-1000', '1000-2500', '2500-5000', '5000+']);
export const timeHorizon = z.enum(['1-2', '3-5', '5-10', '10+']);
export const preferredPropertyType = z.enum([
  'Single Family Homes',
  'Multi-Family Properties',
  'Commercial Real Estate',
  'Industrial Properties',
  'Retail Spaces',
]);

const eachOnce = (values: readonly string[]) => new Set(values).size === values.length;
const goals = z.array(investmentGoal).max(5).refine(eachOnce, 'Choose each goal once.');
const propertyTypes = z.array(preferredPropertyType).max(5).refine(eachOnce, 'Choose each type once.');

/** By which channels a person wants to hear from us; SMS has no switch yet. */
export const onboardingChannels = z.strictObject({ email: z.boolean(), sms: z.boolean(), push: z.boolean() });

/** Answers of a person so far; none is required. */
export const onboardingDraft = z.strictObject({
  investmentExperience: investmentExperience.optional(),
  riskTolerance: riskTolerance.optional(),
  investmentGoals: goals.optional(),
  monthlyBudget: monthlyBudget.optional(),
  timeHorizon: timeHorizon.optional(),
  propertyTypes: propertyTypes.optional(),
  geographicPreferences: z.array(lineText(100)).max(20).optional(),
  notifications: onboardingChannels.optional(),
});

/** All answers, as completing needs them. */
export const onboardingAnswers = z.strictObject({
  investmentExperience,
  riskTolerance,
  investmentGoals: goals.min(1, 'Choose at least one goal.'),
  monthlyBudget,
  timeHorizon,
  propertyTypes: propertyTypes.min(1, 'Choose at least one property type.'),
  geographicPreferences: z.array(lineText(100)).max(20),
  notifications: onboardingChannels,
});

export const onboardingStep = z.literal([1, 2, 3, 4, 5]);
export const completeInput = z.strictObject({ answers: onboardingAnswers });
export const skipInput = z.strictObject({ step: onboardingStep, answers: onboardingDraft });

/** A person's status; `none` has never skipped nor finished anything. */
export const onboardingRecord = z.object({
  state: z.enum(['none', 'skipped', 'incomplete', 'completed']),
  step: onboardingStep,
  answers: onboardingDraft,
});

/** The filters that the marketplace opens with for this person; null does not filter. */
export const firstFilters = z.object({ type: propertyType.nullable(), band: yieldBand.nullable() });

export type OnboardingDraft = z.infer<typeof onboardingDraft>;
export type OnboardingAnswers = z.infer<typeof onboardingAnswers>;
export type OnboardingRecord = z.infer<typeof onboardingRecord>;
export type OnboardingStep = z.infer<typeof onboardingStep>;
export type OnboardingState = OnboardingRecord['state'];
export type FirstFilters = z.infer<typeof firstFilters>;
