import type { PropertyType } from '#features/properties/simple-form.contract.ts';
import type {
  FirstFilters,
  OnboardingAnswers,
  OnboardingDraft,
  OnboardingState,
  OnboardingStep,
} from './onboarding.contract.ts';

/** The wizard has five steps. */
export const ONBOARDING_STEPS = 5;
const STEPS: readonly OnboardingStep[] = [1, 2, 3, 4, 5];

/** Initial answers. */
export const DEFAULT_CHANNELS: OnboardingAnswers['notifications'] = { email: true, sms: false, push: true };

/** Whether a step of the wizard has all its answers. */
export function isStepComplete(step: OnboardingStep, draft: OnboardingDraft): boolean {
  switch (step) {
    case 1:
      return draft.investmentExperience !== undefined;
    case 2:
      return draft.riskTolerance !== undefined && (draft.investmentGoals?.length ?? 0) > 0;
    case 3:
      return draft.monthlyBudget !== undefined && draft.timeHorizon !== undefined;
    case 4:
      return (draft.propertyTypes?.length ?? 0) > 0;
    case 5:
      return true;
  }
}

/** The first step that misses an answer, or the last one. */
export function firstOpenStep(draft: OnboardingDraft): OnboardingStep {
  return STEPS.find((step) => !isStepComplete(step, draft)) ?? ONBOARDING_STEPS;
}

/** The step that `text` names, as stored in the browser; null when it is none. */
export function stepOf(text: unknown): OnboardingStep | null {
  return STEPS.find((step) => String(step) === text) ?? null;
}

/** All answers of a draft whose steps are all complete, else null. */
export function answersOf(draft: OnboardingDraft): OnboardingAnswers | null {
  const { investmentExperience, riskTolerance, monthlyBudget, timeHorizon } = draft;
  const { investmentGoals = [], propertyTypes = [] } = draft;
  if (!investmentExperience || !riskTolerance || !monthlyBudget || !timeHorizon) return null;
  if (investmentGoals.length === 0 || propertyTypes.length === 0) return null;
  return {
    investmentExperience,
    riskTolerance,
    investmentGoals,
    monthlyBudget,
    timeHorizon,
    propertyTypes,
    geographicPreferences: draft.geographicPreferences ?? [],
    notifications: draft.notifications ?? DEFAULT_CHANNELS,
  };
}

/** Progress in percent: the step of five. */
export function progressOf(step: number): number {
  return (step / ONBOARDING_STEPS) * 100;
}

/** Pages where people begin, or that the success screen leads to. */
const STARTING_PAGES = /^\/(properties|dashboard|investor-dashboard|investor-marketplace)?\/?$/;

/** Whether a person meant this page, and not just any first one, so that they want it back after the questions. */
export function isOpenedOnPurpose(pathname: string): boolean {
  return !STARTING_PAGES.test(pathname);
}

export type OnboardingAction = 'skip' | 'complete' | 'finishLater' | 'resume';

/**
 * Next state after an action. A completed onboarding cannot be skipped by another tab that is behind; finishing later
 * reopens what was completed, and resuming reopens what was skipped.
 */
export function stateAfter(before: OnboardingState, action: OnboardingAction): OnboardingState {
  if (action === 'complete') return 'completed';
  if (action === 'skip') return before === 'completed' ? 'completed' : 'skipped';
  if (action === 'finishLater') return before === 'completed' ? 'incomplete' : before;
  return before === 'skipped' ? 'incomplete' : before;
}

const marketTypes: Record<OnboardingAnswers['propertyTypes'][number], PropertyType> = {
  'Single Family Homes': 'residential',
  'Multi-Family Properties': 'residential',
  'Commercial Real Estate': 'commercial',
  'Retail Spaces': 'commercial',
  'Industrial Properties': 'industrial',
};

const bands = { conservative: '5-7', moderate: null, aggressive: '10+' } as const;

/**
 * Filters for the marketplace, the narrowest first and none at the end; the first that finds anything is used.
 * Every preference maps onto one of the three types of the market.
 */
export function wishedFilters({ propertyTypes = [], riskTolerance }: OnboardingDraft): FirstFilters[] {
  const types = new Set(propertyTypes.map((preferred) => marketTypes[preferred]));
  const [type = null] = types.size === 1 ? types : [];
  const band = riskTolerance ? bands[riskTolerance] : null;
  const wishes = [
    { type, band },
    { type, band: null },
    { type: null, band },
  ];
  return wishes.filter((wish) => wish.type !== null || wish.band !== null);
}
