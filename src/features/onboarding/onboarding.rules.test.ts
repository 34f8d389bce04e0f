import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  investmentExperience,
  investmentGoal,
  monthlyBudget,
  type OnboardingDraft,
  type OnboardingStep,
  onboardingAnswers,
  onboardingDraft,
  preferredPropertyType,
  riskTolerance,
  timeHorizon,
} from './onboarding.contract.ts';
import {
  answersOf,
  firstOpenStep,
  isOpenedOnPurpose,
  isStepComplete,
  ONBOARDING_STEPS,
  progressOf,
  stateAfter,
  wishedFilters,
} from './onboarding.rules.ts';

const maybe = <Value extends string>({ options }: { options: readonly Value[] }) =>
  fc.option(fc.constantFrom(...options), { nil: undefined });
const several = <Value extends string>({ options }: { options: readonly Value[] }) =>
  fc.option(fc.subarray([...options]), { nil: undefined });

const drafts: fc.Arbitrary<OnboardingDraft> = fc.record({
  investmentExperience: maybe(investmentExperience),
  riskTolerance: maybe(riskTolerance),
  investmentGoals: several(investmentGoal),
  monthlyBudget: maybe(monthlyBudget),
  timeHorizon: maybe(timeHorizon),
  propertyTypes: several(preferredPropertyType),
  notifications: fc.option(fc.record({ email: fc.boolean(), sms: fc.boolean(), push: fc.boolean() }), {
    nil: undefined,
  }),
}) as fc.Arbitrary<OnboardingDraft>;

const steps: readonly OnboardingStep[] = [1, 2, 3, 4, 5];

describe('a draft', () => {
  test('is all answers exactly when each of its steps is complete', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const answers = answersOf(draft);
        expect(answers !== null).toBe(steps.every((step) => isStepComplete(step, draft)));
        if (answers) expect(onboardingAnswers.parse(answers)).toEqual(answers);
      }),
    );
  });

  test('opens at its first step that misses an answer, else at the last', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const step = firstOpenStep(draft);
        for (const before of steps.filter((one) => one < step))
          expect(isStepComplete(before, draft)).toBe(true);
        if (step < ONBOARDING_STEPS) expect(isStepComplete(step, draft)).toBe(false);
      }),
    );
  });

  test('is stored and read back as it was', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const stored = JSON.parse(JSON.stringify(draft));
        expect(onboardingDraft.parse(stored)).toEqual(stored);
      }),
    );
  });

  test.each([
    [1, {}, false],
    [1, { investmentExperience: 'some' }, true],
    [2, { riskTolerance: 'moderate' }, false],
    [2, { riskTolerance: 'moderate', investmentGoals: [] }, false],
    [2, { investmentGoals: ['Inflation protection'] }, false],
    [2, { riskTolerance: 'moderate', investmentGoals: ['Inflation protection'] }, true],
    [3, { monthlyBudget: '5000+' }, false],
    [3, { timeHorizon: '10+' }, false],
    [3, { monthlyBudget: '5000+', timeHorizon: '10+' }, true],
    [4, { propertyTypes: [] }, false],
    [4, { propertyTypes: ['Retail Spaces'] }, true],
    [5, {}, true],
  ] as const)('step %i with %j is complete: %s', (step, draft, complete) => {
    expect(isStepComplete(step, draft as OnboardingDraft)).toBe(complete);
  });
});

test.each([
  ['/property/2', true],
  ['/resale-marketplace', true],
  ['/investor-marketplace', false],
  ['/dashboard/', false],
  ['/', false],
])('%s is a page to come back to after the questions: %s', (pathname, expected) => {
  expect(isOpenedOnPurpose(pathname)).toBe(expected);
});

test.each([
  [1, 20],
  [3, 60],
  [5, 100],
])('step %i is %i percent of the way', (step, percent) => {
  expect(progressOf(step)).toBe(percent);
});

test.each([
  ['none', 'skip', 'skipped'],
  ['none', 'complete', 'completed'],
  ['none', 'finishLater', 'none'],
  ['none', 'resume', 'none'],
  ['skipped', 'complete', 'completed'],
  ['skipped', 'resume', 'incomplete'],
  ['incomplete', 'skip', 'skipped'],
  ['incomplete', 'resume', 'incomplete'],
  ['completed', 'skip', 'completed'],
  ['completed', 'complete', 'completed'],
  ['completed', 'finishLater', 'incomplete'],
  ['completed', 'resume', 'completed'],
] as const)('from %s, %s leads to %s', (before, action, after) => {
  expect(stateAfter(before, action)).toBe(after);
});

describe('the first filters', () => {
  test('never narrow more than what was chosen, and the narrowest come first', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const wishes = wishedFilters(draft);
        const narrowness = wishes.map(({ type, band }) => (type ? 1 : 0) + (band ? 1 : 0));
        expect(narrowness.every((one) => one > 0)).toBe(true);
        expect(narrowness).toEqual([...narrowness].sort((a, b) => b - a));
        if (new Set(draft.propertyTypes ?? []).size === 0)
          expect(wishes.every(({ type }) => type === null)).toBe(true);
      }),
    );
  });

  test.each([
    [{ propertyTypes: ['Single Family Homes', 'Multi-Family Properties'] }, 'residential'],
    [{ propertyTypes: ['Commercial Real Estate', 'Retail Spaces'] }, 'commercial'],
    [{ propertyTypes: ['Industrial Properties'] }, 'industrial'],
    [{ propertyTypes: ['Industrial Properties', 'Retail Spaces'] }, undefined],
  ])('of %j ask for the type %s', (draft, type) => {
    expect(wishedFilters(draft as OnboardingDraft)[0]?.type).toBe(type);
  });

  test.each([
    ['conservative', '5-7'],
    ['moderate', undefined],
    ['aggressive', '10+'],
  ] as const)('of someone %s ask for the yields %s', (tolerance, band) => {
    expect(wishedFilters({ riskTolerance: tolerance })[0]?.band).toBe(band);
  });
});
